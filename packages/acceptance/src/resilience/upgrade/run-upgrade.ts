// Runs two versions side by side on one database under load, then the second one alone, and checks the outcome.

import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedDatabase } from '@keyframe/server/src/db/embedded.ts';
import { createDataDirectory, type VersionScripts } from '@keyframe/test-kit';
import { createAccount } from '../../support/account.ts';
import { openInProcessOperator } from '../../support/in-process-operator.ts';
import { createOperator } from '../../support/operator.ts';
import { startReceiver } from '../../support/receiver.ts';
import { checkOutcome, type Outcome } from '../chaos/check-outcome.ts';
import { createChaosClient } from '../chaos/client.ts';
import { GRANTED_CREDITS, LOADED_SERVICE } from '../chaos/loaded-service.ts';
import { planChaos } from '../chaos/plan.ts';
import { listUnexpectedEnds, type Supervised, supervise } from '../chaos/supervised.ts';
import { startWorkload } from '../chaos/workload.ts';

/** The versions of a run, and its extent. */
export interface UpgradeOptions {
  /** The version that runs first. */
  readonly first: VersionScripts;
  /** The version that joins it, and then replaces it. */
  readonly second: VersionScripts;
  readonly seed: number;
  /** Length of each of the three phases. */
  readonly seconds: number;
  readonly signal: AbortSignal;
}

const CLIENTS = 4;

/** Processes of one version. */
interface Version extends AsyncDisposable {
  readonly api: Supervised;
  readonly worker: Supervised;
}

/**
 * Replaces one version by another, as a rollout does. While both run, the processes of the first one are killed and start
 * again, on a database that the second one may have migrated.
 */
export async function runUpgrade(options: UpgradeOptions): Promise<Outcome> {
  const { first, second, seed, seconds, signal } = options;
  await using resources = new AsyncDisposableStack();
  const { path: directory } = resources.use(await createDataDirectory());
  const database = await startEmbeddedDatabase(directory);
  resources.defer(() => database.stop());
  const receiver = resources.use(await startReceiver());
  // In production, the role of the application owns no table either.
  const settings = {
    ...LOADED_SERVICE,
    ...receiver.env,
    DATABASE_URL: database.applicationUrl,
    MIGRATION_DATABASE_URL: database.url,
    KEYFRAME_DATA: directory,
  };
  const before = resources.use(await startVersion(settings, first));
  const operator = createOperator(settings, first.admin);
  const accounts = [await createAccount(operator, { credits: GRANTED_CREDITS })];
  const client = createChaosClient();
  const apis = [before.api.url];
  const { operations: plans } = planChaos(seed, 0);
  const workload = startWorkload({ client, apis, accounts, receiver, plans }, CLIENTS);
  resources.defer(() => workload.stop());
  const pause = () => wait(seconds * 1000, undefined, { signal });
  await pause();
  const after = resources.use(await startVersion(settings, second));
  apis.push(after.api.url);
  await restart(before.api);
  await restart(before.worker);
  await pause();
  apis.shift();
  await before[Symbol.asyncDispose]();
  await pause();
  await workload.stop();
  const outcome = await checkOutcome(
    {
      api: after.api.url,
      databaseUrl: database.url,
      client,
      receiver,
      inProcessOperator: resources.use(openInProcessOperator(database.url)),
      operator: createOperator(settings, second.admin),
      accounts,
      granted: GRANTED_CREDITS,
    },
    workload.operations,
  );
  const ends = listUnexpectedEnds([before.api, before.worker, after.api, after.worker]);
  return { figures: outcome.figures, findings: [...ends, ...outcome.findings] };
}

async function startVersion(
  settings: Readonly<Record<string, string>>,
  { main }: VersionScripts,
): Promise<Version> {
  await using resources = new AsyncDisposableStack();
  const start = async (role: string) => resources.use(await supervise({ ...settings, ROLE: role }, main));
  // The API migrates first, so that only one of both waits for the other.
  const api = await start('api');
  await waitUntilReady(api);
  const worker = await start('worker');
  await waitUntilReady(worker);
  const owned = resources.move();
  return { api, worker, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function restart(process: Supervised): Promise<void> {
  process.kill();
  await waitUntilReady(process);
}

/** Waits for a process, and reports the end of one that starts in vain. */
async function waitUntilReady(process: Supervised): Promise<void> {
  const failed = new AbortController();
  const watch = async () => {
    while (process.unexpectedEnds.length === 0) await wait(100, undefined, { signal: failed.signal });
    throw new Error(process.unexpectedEnds[0]);
  };
  await Promise.race([process.ready(), watch()]).finally(() => failed.abort());
}
