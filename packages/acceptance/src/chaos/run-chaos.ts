// Injects faults into a service under load, drains it, and checks what is left.

import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '@keyframe/test-kit';
import { type Account, createAccount } from '../service/account.ts';
import { type InProcessOperator, openInProcessOperator } from '../service/in-process-operator.ts';
import { createOperator, type Operator } from '../service/operator.ts';
import { type Receiver, startReceiver } from '../service/receiver.ts';
import { checkCallbacks } from './callback-checker.ts';
import { createChaosClient } from './client.ts';
import { type Drained, drain } from './drain.ts';
import { type KillableDatabase, startKillableDatabase } from './killable-database.ts';
import { checkBalances, checkTasks } from './ledger-checker.ts';
import { type Fault, planChaos, type Victim } from './plan.ts';
import { checkResults } from './result-checker.ts';
import { readStoredLedger, type StoredLedger } from './stored-ledger.queries.ts';
import { type Supervised, supervise } from './supervised.ts';
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

/** Figures of a run, and findings. */
export interface ChaosReport {
  readonly figures: Readonly<Record<string, number>>;
  readonly findings: readonly string[];
}

const CREDITS = 100_000_000;
const OWNERS = 3;
const KILL_POLL_MS = 10;
const RECOVERY_TIMEOUT_MS = 120_000;

const ENVIRONMENT = {
  RATE_CREATE: '1000000',
  RATE_STATUS: '1000000',
  RATE_POLL: '1000000',
  CALLBACK_TIMEOUT: '2s',
  CALLBACK_RETRIES: '200ms,500ms,1s,2s,4s',
  // No job is to blame for a worker that is killed here, however often it meets the same one.
  TASK_TIMEOUT: '30m',
  JOB_DEATHS: '1000',
  LOG_LEVEL: 'error',
};

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
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
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
  const drained = await drain(
    { api: apis[0] ?? '', databaseUrl: cluster.database.url, client },
    workload.operations,
  );
  const stored = await readStoredLedger(cluster.database.url);
  const findings = [
    ...[...cluster.apis, ...cluster.workers].flatMap(({ unexpectedEnds }) => unexpectedEnds),
    ...client.violations,
    ...drained.findings,
    ...checkTasks(drained.ended, workload.operations, stored),
    ...(await checkBalances(drained.ended, { ...cluster, granted: CREDITS })),
    ...(await checkResults(apis[0] ?? '', drained.ended)),
    ...checkCallbacks(drained.ended, cluster.receiver.allDeliveries()),
  ];
  if (stored.deliveries.failed > 0) findings.push(`${stored.deliveries.failed} callbacks were given up`);
  return { figures: countFigures(cluster, faults, { drained, stored }), findings };
}

async function prepare(
  resources: AsyncDisposableStack,
  { apis, workers }: Pick<ChaosOptions, 'apis' | 'workers'>,
): Promise<Cluster> {
  const database = resources.use(await startKillableDatabase());
  const receiver = resources.use(await startReceiver());
  const settings = {
    DATABASE_URL: database.url,
    KEYFRAME_DATA: database.directory,
    // One for all, as behind a load balancer; nobody follows the links.
    PUBLIC_URL: 'https://keyframe.example',
  };
  const start = async (role: string) =>
    resources.use(await supervise({ ...ENVIRONMENT, ...receiver.env, ...settings, ROLE: role }));
  const processes = {
    apis: await Promise.all(Array.from({ length: apis }, () => start('api'))),
    workers: await Promise.all(Array.from({ length: workers }, () => start('worker'))),
  };
  await waitUntilReady(processes);
  const inProcessOperator = resources.use(openInProcessOperator(database.url));
  const accounts = await Promise.all(
    Array.from({ length: OWNERS }, () => createAccount(inProcessOperator, { credits: CREDITS })),
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
  { apis, workers, receiver }: Cluster,
  faults: readonly Fault[],
  { drained, stored }: { drained: Drained; stored: StoredLedger },
): Record<string, number> {
  const killed = (victim: Victim) => faults.filter((kill) => kill.victim === victim).length;
  const count = (billing: string) =>
    drained.ended.filter(({ record }) => record.billing_status === billing).length;
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
    tasks: stored.tasks.length,
    charged: count('charged'),
    refunded: count('refunded'),
    'refund failed': count('refund_failed'),
    'lost answers': drained.ended.reduce((sum, { operation }) => sum + operation.lost, 0),
    'answered only after the chaos': drained.retried,
    'of these accepted before': drained.acceptedUnanswered,
    'callbacks delivered': stored.deliveries.delivered,
    'requests to the receiver': receiver.allDeliveries().length,
  };
}
