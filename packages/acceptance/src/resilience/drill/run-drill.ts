// Loses a database under load, restores it to a second, and compares it with what clients had been promised by then.

import { readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createDataDirectory } from '@keyframe/test-kit';
import { type Account, createAccount } from '../../support/account.ts';
import { openInProcessOperator } from '../../support/in-process-operator.ts';
import { createOperator } from '../../support/operator.ts';
import { type Delivery, type Receiver, startReceiver } from '../../support/receiver.ts';
import { checkOutcome, type Outcome } from '../chaos/check-outcome.ts';
import { type ChaosClient, createChaosClient } from '../chaos/client.ts';
import { GRANTED_CREDITS, LOADED_SERVICE } from '../chaos/loaded-service.ts';
import { listTaskIds, type Operation } from '../chaos/operation.ts';
import { planChaos } from '../chaos/plan.ts';
import { readStoredLedger, type StoredLedger } from '../chaos/stored-ledger.queries.ts';
import { supervise } from '../chaos/supervised.ts';
import { startWorkload, type Workload } from '../chaos/workload.ts';
import {
  type ArchivedDatabase,
  archiveEverything,
  type BaseBackup,
  backUp,
  loseDatabase,
  restore,
  runStatements,
  startArchivedDatabase,
} from './archived-database.ts';

/** The extent of a drill. */
export interface DrillOptions {
  readonly seed: number;
  /** Length of the load before the second to which the database is restored, and after it. */
  readonly seconds: number;
  readonly signal: AbortSignal;
}

const CLIENTS = 4;
const SECOND_MS = 1_000;
/** The promises are noted shortly before the second. */
const LEAD_MS = 20;

/** A moment, and what clients knew about their operations then. */
interface Target {
  readonly time: Date;
  /** Tasks that were accepted before. */
  readonly accepted: readonly string[];
  /** Number of operations that had begun; later ones were sent after the moment. */
  readonly begun: number;
}

/** The service, its clients, and the load that they made. */
interface Load {
  readonly target: Target;
  readonly operations: readonly Operation[];
  readonly backup: BaseBackup;
  readonly backupMs: number;
  readonly stored: StoredLedger;
  readonly accounts: readonly Account[];
}

/** Runs the drill. */
export async function runDrill(options: DrillOptions): Promise<Outcome> {
  await using resources = new AsyncDisposableStack();
  const { path: directory } = resources.use(await createDataDirectory());
  const archived = await startArchivedDatabase(directory);
  const receiver = resources.use(await startReceiver());
  const load = await putUnderLoad(archived, receiver, options);
  await archiveEverything(archived);
  const segments = await readdir(archived.archive);
  await archived.database.stop();
  await loseDatabase(archived);
  const startedAt = performance.now();
  const database = await restore(archived, load.backup, load.target.time);
  resources.defer(() => database.stop());
  const restoreMs = performance.now() - startedAt;
  const restored = await readStoredLedger(database.url);
  const findings = compareWithPromises(load, restored);
  const client = createChaosClient();
  const continued = await continueService({ url: database.url, directory, receiver, client, load });
  const lost = load.operations.filter(({ prompt }) => !restored.tasks.some((task) => task.prompt === prompt));
  return {
    figures: {
      'size of the base backup, MB': toMegabytes(load.backup.bytes),
      'time of the base backup, ms': Math.round(load.backupMs),
      'archived segments of 16 MB': segments.length,
      'time of the restore until it takes writes, ms': Math.round(restoreMs),
      'tasks before the loss': load.stored.tasks.length,
      'tasks accepted before the second': load.target.accepted.length,
      'tasks restored': restored.tasks.length,
      'operations to repeat': lost.length,
      'ledger, sum': restored.sum,
      ...continued.figures,
    },
    findings: [...findings, ...continued.findings],
  };
}

/** Runs the service under load, with a backup at the start and a mistake at the end. */
async function putUnderLoad(
  archived: ArchivedDatabase,
  receiver: Receiver,
  { seed, seconds, signal }: DrillOptions,
): Promise<Load> {
  const { url } = archived.database;
  const settings = {
    ...LOADED_SERVICE,
    ...receiver.env,
    DATABASE_URL: url,
    KEYFRAME_DATA: archived.directory,
  };
  await using api = await supervise({ ...settings, ROLE: 'api' });
  await api.ready();
  await using worker = await supervise({ ...settings, ROLE: 'worker' });
  await worker.ready();
  await using operator = openInProcessOperator(url);
  const accounts = [await createAccount(operator, { credits: GRANTED_CREDITS })];
  const { operations: plans } = planChaos(seed, 0);
  const client = createChaosClient();
  const workload = startWorkload({ client, apis: [api.url], accounts, receiver, plans }, CLIENTS);
  try {
    await wait(SECOND_MS, undefined, { signal });
    const startedAt = performance.now();
    const backup = await backUp(archived);
    const backupMs = performance.now() - startedAt;
    await wait(seconds * SECOND_MS, undefined, { signal });
    const target = await noteTarget(workload);
    await wait(seconds * SECOND_MS, undefined, { signal });
    await workload.stop();
    const stored = await readStoredLedger(url);
    await runStatements(url, ['DROP TABLE keyframe.deliveries CASCADE']);
    return { target, operations: workload.operations, backup, backupMs, stored, accounts };
  } finally {
    await workload.stop();
  }
}

/** Notes what clients know at the next full second. */
async function noteTarget({ operations }: Workload): Promise<Target> {
  for (;;) {
    const time = new Date(Math.ceil(Date.now() / SECOND_MS + 1) * SECOND_MS);
    await wait(time.getTime() - Date.now() - LEAD_MS);
    const accepted = listTaskIds(operations);
    // On a busy machine the timer may fire after the second.
    if (Date.now() >= time.getTime()) continue;
    while (Date.now() <= time.getTime()) await wait(1);
    return { time, accepted, begun: operations.length };
  }
}

/** Lists promises that the restored database breaks, and what it has from after the second. */
function compareWithPromises({ target, operations, stored }: Load, restored: StoredLedger): string[] {
  const tasks = new Map(restored.tasks.map((task) => [task.id, task]));
  const kindsBefore = new Map(stored.tasks.map(({ id, kinds }) => [id, kinds.join()]));
  const later = new Set(operations.slice(target.begun).map(({ prompt }) => prompt));
  return [
    ...target.accepted
      .filter((id) => !tasks.has(id))
      .map((id) => `${id} was accepted before the second, and is gone`),
    ...restored.tasks
      .filter(({ prompt }) => later.has(prompt))
      .map(({ id }) => `${id} is from after the second`),
    ...restored.tasks
      .filter(({ id, kinds }) => !`${kindsBefore.get(id) ?? ''},`.startsWith(`${kinds.join()},`))
      .map(({ id, kinds }) => `${id} is booked as ${kinds.join()}, and was ${kindsBefore.get(id) ?? ''}`),
    ...(restored.sum === 0 ? [] : [`the ledger sums to ${restored.sum}`]),
  ];
}

interface Continuation {
  readonly url: string;
  readonly directory: string;
  readonly receiver: Receiver;
  readonly client: ChaosClient;
  readonly load: Load;
}

/** Starts the service on the restored database; clients repeat what it does not know, with the same Idempotency-Keys. */
async function continueService({ url, directory, receiver, client, load }: Continuation): Promise<Outcome> {
  const settings = { ...LOADED_SERVICE, ...receiver.env, DATABASE_URL: url, KEYFRAME_DATA: directory };
  const { tasks } = await readStoredLedger(url);
  const ids = new Map(tasks.map(({ prompt, id }) => [prompt, id]));
  const startedAt = performance.now();
  await using api = await supervise({ ...settings, ROLE: 'api' });
  await api.ready();
  const readyMs = performance.now() - startedAt;
  await using worker = await supervise({ ...settings, ROLE: 'worker' });
  await using inProcessOperator = openInProcessOperator(url);
  const operations = load.operations.map((operation) => renew(operation, ids.get(operation.prompt)));
  const outcome = await checkOutcome(
    {
      api: api.url,
      databaseUrl: url,
      client,
      receiver: { allDeliveries: () => keepLastIds(receiver.allDeliveries()) },
      inProcessOperator,
      operator: createOperator(settings),
      accounts: load.accounts,
      granted: GRANTED_CREDITS,
    },
    operations,
  );
  const { tasks: count, charged, refunded } = outcome.figures;
  return {
    figures: {
      'time until the API is ready, ms': Math.round(readyMs),
      'tasks at the end': count ?? 0,
      charged: charged ?? 0,
      refunded: refunded ?? 0,
    },
    findings: [...api.unexpectedEnds, ...worker.unexpectedEnds, ...outcome.findings],
  };
}

/** Returns an operation as its client continues it: without an answer if its task is gone. */
function renew(operation: Operation, restoredId: string | undefined): Operation {
  const isKept = restoredId !== undefined && operation.taskIds.has(restoredId);
  const { refusals } = operation.plan;
  return {
    ...operation,
    // The receiver refused as planned before the loss.
    plan: { ...operation.plan, refusals: refusals && [] },
    taskIds: new Set(isKept ? [restoredId] : []),
    credits: isKept ? operation.credits : new Set(),
    ended: undefined,
  };
}

/** Omits callbacks of ends that the restore has undone: the task ends again, and its callback gets another id. */
function keepLastIds(deliveries: readonly Delivery[]): Delivery[] {
  const last = new Map(deliveries.map(({ path, headers }) => [path, headers['webhook-id']]));
  return deliveries.filter(({ path, headers }) => last.get(path) === headers['webhook-id']);
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
