import { expect, test } from 'vitest';
import { findLeader, isHealthy, type Member } from './patroni-client.ts';

const LEADER: Member = { name: 'pg1', role: 'leader', state: 'running', timeline: 2 };
const FIRST: Member = { name: 'pg2', role: 'quorum_standby', state: 'streaming', timeline: 2, lag: 0 };
const SECOND: Member = { ...FIRST, name: 'pg3' };

test('a primary that two standbys follow is healthy', () => {
  expect(isHealthy([LEADER, FIRST, SECOND], 3)).toBe(true);
});

test.each<[string, Member[]]>([
  ['no member that answers', []],
  ['no leader', [{ ...LEADER, role: 'replica' }, FIRST, SECOND]],
  ['a leader that is starting', [{ ...LEADER, state: 'starting' }, FIRST, SECOND]],
  ['a standby that is missing', [LEADER, FIRST]],
  ['a standby that is being copied', [LEADER, FIRST, { ...SECOND, state: 'creating replica' }]],
  ['a standby on an older timeline', [LEADER, FIRST, { ...SECOND, timeline: 1 }]],
  ['a standby that lags', [LEADER, FIRST, { ...SECOND, lag: 16 }]],
  ['a standby with unknown lag', [LEADER, FIRST, { ...SECOND, lag: 'unknown' }]],
])('%s is not healthy', (_, members) => {
  expect(isHealthy(members, 3)).toBe(false);
});

test('a member that only holds the lease and has not started yet is no leader', () => {
  expect(findLeader([{ ...LEADER, state: 'starting' }, FIRST])).toBeUndefined();
  expect(findLeader([FIRST, LEADER])).toBe(LEADER);
});
