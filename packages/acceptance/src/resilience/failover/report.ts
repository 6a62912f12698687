// Figures of the rounds, and the limits that they have to keep.
import { FAULTS, type FaultName } from './plan.ts';
import { findMedian } from './timeline.ts';
import { ROUTES, type Route } from './topology.ts';

/** Outcome of one round. */
export interface RoundReport {
  readonly fault: FaultName;
  /** Time from the last acceptance before the outage to the first one after it, on each route. */
  readonly recoveryMs: Readonly<Record<Route, number>>;
  /** Submissions that were accepted, and those of them that are not stored. */
  readonly accepted: number;
  readonly lost: number;
  readonly timeline: string;
  readonly findings: readonly string[];
}

/** Limits of the recovery time. */
const MEDIAN_MS = 25_000;
const LONGEST_MS = 35_000;
const PLANNED_MS = 5_000;
const PLANNED: FaultName = 'planned switchover';

/** Lists the recovery times by fault, then those of all unplanned faults by route. */
export function listRecoveries(reports: readonly RoundReport[]): [name: string, figure: string][] {
  const recoveries: [name: string, figure: string][] = [];
  for (const fault of FAULTS) {
    const rounds = reports.filter((report) => report.fault === fault);
    if (rounds.length === 0) continue;
    const cells = ROUTES.map((route) => {
      const times = rounds.map(({ recoveryMs }) => recoveryMs[route]);
      return `${route} ${formatSeconds(findMedian(times))}, at most ${formatSeconds(Math.max(...times))}`;
    });
    recoveries.push([`${fault} (rounds: ${rounds.length})`, cells.join('; ')]);
  }
  for (const route of ROUTES) {
    const times = listUnplannedTimes(reports, route);
    const figure = `median ${formatSeconds(findMedian(times))}, at most ${formatSeconds(Math.max(0, ...times))}`;
    recoveries.push([`unplanned, ${route}`, figure]);
  }
  return recoveries;
}

function listUnplannedTimes(reports: readonly RoundReport[], route: Route): number[] {
  return reports.filter(({ fault }) => fault !== PLANNED).map(({ recoveryMs }) => recoveryMs[route]);
}

/** Lists recovery times that are too long. */
export function listLateRecoveries(reports: readonly RoundReport[]): string[] {
  const findings: string[] = [];
  for (const route of ROUTES) {
    for (const { fault, recoveryMs } of reports) {
      const limit = fault === PLANNED ? PLANNED_MS : LONGEST_MS;
      if (recoveryMs[route] > limit)
        findings.push(`${fault}: ${route} recovered after ${formatSeconds(recoveryMs[route])}`);
    }
    const median = findMedian(listUnplannedTimes(reports, route));
    if (median > MEDIAN_MS) findings.push(`${route} recovers after ${formatSeconds(median)} in the median`);
  }
  return findings;
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
