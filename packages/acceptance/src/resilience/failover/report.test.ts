import { expect, test } from 'vitest';
import type { FaultName } from './plan.ts';
import { listLateRecoveries, listRecoveries, type RoundReport } from './report.ts';

function round(fault: FaultName, haproxy: number, hosts: number): RoundReport {
  return {
    fault,
    recoveryMs: { HAProxy: haproxy, 'several hosts': hosts },
    accepted: 0,
    lost: 0,
    timeline: '',
    findings: [],
  };
}

const IN_TIME = [
  round('planned switchover', 5_000, 4_000),
  round('kill PostgreSQL', 35_000, 6_000),
  round('slow standby', 300, 400),
  round('slow standby', 300, 400),
];

test('recovery times within their limits are no finding', () => {
  expect(listLateRecoveries(IN_TIME)).toEqual([]);
});

test.each<[string, RoundReport[], string[]]>([
  [
    'longer than 35 s on one route',
    [...IN_TIME, round('disconnect the machine', 9_000, 35_100)],
    ['disconnect the machine: several hosts recovered after 35.1 s'],
  ],
  [
    'longer than 5 s although it was planned',
    [...IN_TIME, round('planned switchover', 5_100, 900)],
    ['planned switchover: HAProxy recovered after 5.1 s'],
  ],
  [
    'longer than 25 s in the median',
    [round('kill PostgreSQL', 26_000, 3_000), round('slow standby', 27_000, 3_000)],
    ['HAProxy recovers after 27.0 s in the median'],
  ],
  [
    'longer than 25 s in the median of the unplanned faults',
    [
      round('kill PostgreSQL', 26_000, 3_000),
      round('planned switchover', 900, 900),
      round('planned switchover', 900, 900),
    ],
    ['HAProxy recovers after 26.0 s in the median'],
  ],
])('a recovery that takes %s is a finding', (_, reports, findings) => {
  expect(listLateRecoveries(reports)).toEqual(findings);
});

test('each fault has one row with median and longest time of both routes', () => {
  expect(listRecoveries([...IN_TIME, round('kill PostgreSQL', 3_000, 2_000)])).toEqual([
    ['kill PostgreSQL (rounds: 2)', 'HAProxy 35.0 s, at most 35.0 s; several hosts 6.0 s, at most 6.0 s'],
    ['slow standby (rounds: 2)', 'HAProxy 0.3 s, at most 0.3 s; several hosts 0.4 s, at most 0.4 s'],
    ['planned switchover (rounds: 1)', 'HAProxy 5.0 s, at most 5.0 s; several hosts 4.0 s, at most 4.0 s'],
    ['unplanned, HAProxy', 'median 3.0 s, at most 35.0 s'],
    ['unplanned, several hosts', 'median 2.0 s, at most 6.0 s'],
  ]);
});
