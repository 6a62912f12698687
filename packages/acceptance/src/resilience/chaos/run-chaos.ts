// Injects faults into a service under load, drains it, and checks what is left.

import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '@keyframe/test-kit';
import { type Account, createAccount } from '../../support/account.ts';
import { type InProcessOperator, openInProcessOperator } from '../../support/in-process-operator.ts';
import { createOperator, type Operator } from '../../support/operator.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { checkOutcome, type Outcome } from './check-outcome.ts';
import { createChaosClient } from './client.ts';
import { type KillableDatabase, startKillableDatabase } from './killable-database.ts';
import { GRANTED_CREDITS, LOADED_SERVICE } from './loaded-service.ts';
import { type Fault, planChaos, type Victim } from './plan.ts';
import { listUnexpectedEnds, type Supervised, supervise } from './supervised.ts';
import { startWorkload, type Workload } from './workload.ts';

/** The extent of a run. */
export interface ChaosOptions {
  readonly seed: number;
  readonly faults: number;
  /** Processes of each role. */
  readonly apis: number;
  readonly workers: number;
  /** Clients of the workload. */
  readonly clients: number;
  /** Ends the run early. */
  readonly signal?: AbortSignal;
  /** Called before each fault. */
  readonly onFault?: (number: number, victim: Victim) => void;
}

const OWNERS = 3;
const KILL_POLL_MS = 10;
const RECOVERY_TIMEOUT_MS = 120_000;

interface Cluster {
  readonly database: KillableDatabase;
  readonly receiver: Receiver;
  readonly apis: readonly Supervised[];
  readonly workers: readonly Supervised[];
  readonly inProcessOperator: InProcessOperator;
  readonly operator: Operator;
  readonly accounts: readonly Account[];
}

/** Runs the workload under faults, drains the service and runs every checker. */
export async function runChaos(options: ChaosOptions): Promise<Outcome> {
  await using resources = new AsyncDisposableStack();
  const cluster = await prepare(resources, options);
  const { faults, operations: plans } = planChaos(options.seed, options.faults);
  const client = createChaosClient();
  const apis = cluster.apis.map(({ url }) => url);
  const workload = startWorkload({ ...cluster, client, apis, plans }, options.clients);
  resources.defer(() => workload.stop());
  await injectFaults(cluster, faults, { ...options, workload });
  await workload.stop();
  await waitUntilReady(cluster);
  const outcome = await checkOutcome(
    { ...cluster, api: apis[0] ?? '', databaseUrl: cluster.database.url, client, granted: GRANTED_CREDITS },
    workload.operations,
  );
  const ends = listUnexpectedEnds([...cluster.apis, ...cluster.workers]);
  return { figures: countFigures(cluster, faults, outcome), findings: [...ends, ...outcome.findings] };
}

async function prepare(
  resources: AsyncDisposableStack,
  { apis, workers }: Pick<ChaosOptions, 'apis' | 'workers'>,
): Promise<Cluster> {
  const database = resources.use(await startKillableDatabase());
  const receiver = resources.use(await startReceiver());
  const settings = { ...LOADED_SERVICE, DATABASE_URL: database.url, KEYFRAME_DATA: database.directory };
  const start = async (role: string) =>
    resources.use(await supervise({ ...receiver.env, ...settings, ROLE: role }));
  const processes = {
    apis: await Promise.all(Array.from({ length: apis }, () => start('api'))),
    workers: await Promise.all(Array.from({ length: workers }, () => start('worker'))),
  };
  await waitUntilReady(processes);
  const inProcessOperator = resources.use(openInProcessOperator(database.url));
  const accounts = await Promise.all(
    Array.from({ length: OWNERS }, () => createAccount(inProcessOperator, { credits: GRANTED_CREDITS })),
  );
  return {
    database,
    receiver,
    ...processes,
    inProcessOperator,
    operator: createOperator(settings),
    accounts,
  };
}

async function waitUntilReady({ apis, workers }: Pick<Cluster, 'apis' | 'workers'>): Promise<void> {
  await Promise.all([...apis, ...workers].map((process) => process.ready()));
}

async function injectFaults(
  { database, apis, workers }: Cluster,
  faults: readonly Fault[],
  { onFault, signal, workload }: Pick<ChaosOptions, 'onFault' | 'signal'> & { workload: Workload },
): Promise<void> {
  let back = Promise.resolve();
  for (const [index, { victim, awaitsProgress, pauseMs, downMs, ...kill }] of faults.entries()) {
    if (awaitsProgress) await waitForProgress(workload);
    await wait(pauseMs, undefined, signal && { signal });
    onFault?.(index + 1, victim);
    if (victim === 'postgres' || victim === 'backend') await back;
    if (victim === 'postgres') back = database.kill(downMs);
    else if (victim === 'backend') database.killBackend(kill.index);
    else await killOne(victim === 'api' ? apis : workers, kill.index);
    // The next caller that awaits the restart receives its error.
    back.catch(() => {});
  }
  await back;
}

/** A service that does not come back by itself has lost more than a process. */
function waitForProgress(workload: Workload): Promise<true> {
  const before = workload.accepted;
  return eventually('an operation to be accepted', () => workload.accepted > before, {
    timeoutMs: RECOVERY_TIMEOUT_MS,
  });
}

/** A process cannot be killed between its end and its restart. */
async function killOne(processes: readonly Supervised[], index: number): Promise<void> {
  const process = processes[index % processes.length];
  while (process?.kill() === false) await wait(KILL_POLL_MS);
}

function countFigures(
  { apis, workers }: Cluster,
  faults: readonly Fault[],
  { figures }: Outcome,
): Record<string, number> {
  const killed = (victim: Victim) => faults.filter((kill) => kill.victim === victim).length;
  return {
    faults: faults.length,
    'killed APIs': killed('api'),
    'killed workers': killed('worker'),
    'killed PostgreSQL': killed('postgres'),
    'killed backends of PostgreSQL': killed('backend'),
    'starts that found no database': [...apis, ...workers].reduce(
      (sum, { failedStarts }) => sum + failedStarts,
      0,
    ),
    ...figures,
  };
}
