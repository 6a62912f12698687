// Runs rounds of faults against a service under load, checks each round, and finally that a cluster without synchronous
// replication is found to lose tasks.
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { RunOutcome } from '../../run-command.ts';
import { checkOutcome } from '../chaos/check-outcome.ts';
import { GRANTED_CREDITS } from '../chaos/loaded-service.ts';
import { startCluster } from './cluster.ts';
import { loseTasks } from './lossy-cluster.ts';
import { planFailover } from './plan.ts';
import { findPrograms, surveyMachine } from './prerequisites.ts';
import { startReplicatedService } from './replicated-service.ts';
import { listLateRecoveries, listRecoveries, type RoundReport } from './report.ts';
import { type Course, runRound } from './run-round.ts';

/** The extent of a run. */
export interface FailoverOptions {
  /** Folder for the files of databases and results. */
  readonly data: string;
  readonly seed: number;
  readonly rounds: number;
  readonly signal: AbortSignal;
  /** Called with the timeline of each round. */
  readonly onRound: (line: string) => void;
}

/** Logs of the last run, by machine and program. */
const LOGS = fileURLToPath(new URL('../../../reports/failover', import.meta.url));

/** Runs all rounds, which end early when the signal fires. */
export async function runFailover(options: FailoverOptions): Promise<RunOutcome> {
  const { data, seed, rounds, signal, onRound } = options;
  await using resources = new AsyncDisposableStack();
  await rm(LOGS, { recursive: true, force: true });
  await mkdir(LOGS, { recursive: true });
  const cluster = await startCluster({ data, logs: LOGS }, await findPrograms(surveyMachine()));
  const service = resources.use(await startReplicatedService(data));
  const course: Course = { cluster, service, seed, signal, operations: [], accounts: [] };
  const reports: RoundReport[] = [];
  for (const [index, round] of planFailover(seed, rounds).entries()) {
    const report = await runRound(course, round);
    reports.push(report);
    onRound(`${index + 1}. ${round.fault}: ${report.timeline}`);
    for (const finding of report.findings) onRound(`   WRONG: ${finding}`);
  }
  await cluster.waitUntilHealthy();
  // Records of all rounds, read once more: what had ended has to be as it was.
  const all = await checkOutcome(
    { ...service.target, accounts: course.accounts, granted: GRANTED_CREDITS },
    course.operations,
  );
  const lossy = await loseTasks(course);
  onRound(`Asynchronous: ${lossy.accepted} accepted without a standby, ${lossy.lost} found to be lost`);
  return {
    figures: [
      ...listRecoveries(reports),
      ['accepted tasks, by the clients', sum(reports.map(({ accepted }) => accepted))],
      ['of these lost', sum(reports.map(({ lost }) => lost))],
      ...Object.entries(all.figures),
      ['asynchronous: accepted without a standby', lossy.accepted],
      ['asynchronous: found to be lost', lossy.lost],
    ],
    findings: [
      ...reports.flatMap(({ findings }) => findings),
      ...listLateRecoveries(reports),
      ...all.findings,
      ...service.listUnexpectedEnds(),
      ...(lossy.lost > 0 ? [] : ['an asynchronous cluster lost nothing, so the checker proves nothing']),
    ],
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
