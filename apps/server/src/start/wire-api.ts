/** Wires the API: the operations of the contract, what the process holds in memory for them, and the console. */
import { createApp } from '../api/app.ts';
import type { HealthServices } from '../api/routes/health.ts';
import { sharedSecret } from '../db/secret.queries.ts';
import { createAuthenticateKey } from '../limits/authentication.queries.ts';
import { createPollTask, createReadTask } from '../tasks/poll.queries.ts';
import { createSubmit } from '../tasks/submit.ts';
import { TaskChanges } from '../tasks/task-changes.ts';
import { TaskStreams } from '../tasks/task-streams.ts';
import { createWaitForTask } from '../tasks/task-waits.ts';
import { createReadWaitingTask, findChangedTasks, findRefusedKeys } from '../tasks/waiting.queries.ts';
import type { Services } from './open-services.ts';
import { createRequestMemory, pollQuotas } from './request-memory.ts';
import { wireConsole } from './wire-console.ts';

/** The API of a process. */
export interface WiredApi {
  readonly app: ReturnType<typeof createApp>;
  /** Answers the requests that wait. */
  endWaits(): void;
  /** Returns what the process holds of limits. */
  close(): Promise<void>;
}

export async function wireApi(services: Services, health: HealthServices): Promise<WiredApi> {
  const { config, database, pool, log } = services;
  const { publicUrl, responseCheck, upstream } = config;
  const owner = { create: config.rateCreateOwner, status: config.rateStatusOwner };
  const readWaitingTask = createReadWaitingTask(pool);
  const taskChanges = new TaskChanges({ findChanged: (sinceMs) => findChangedTasks(pool, sinceMs), log });
  const memory = createRequestMemory(pool, config, log);
  const api = {
    ...services,
    publicUrl,
    responseCheck,
    rates: { create: config.rateCreate, status: config.rateStatus, poll: config.ratePoll, owner },
    keySecret: await sharedSecret(database, 'key-hash'),
    submitTask: createSubmit({ ...services, taskTimeoutMs: config.taskTimeoutMs }),
  };
  const app = createApp(
    {
      ...api,
      ...health,
      ...memory,
      upstreamCallbackSecrets: upstream?.callbackSecrets ?? [],
      authenticateKey: createAuthenticateKey(pool),
      readTask: createReadTask(pool),
      pollTask: createPollTask(pool, { quotas: pollQuotas(config), leaseHolder: memory.leaseHolder }),
      readWaitingTask,
      waitForTask: createWaitForTask(taskChanges),
      taskStreams: new TaskStreams({
        taskChanges,
        readWaitingTask,
        findRefusedKeys: (hashes) => findRefusedKeys(pool, hashes),
        log,
      }),
    },
    await wireConsole(api),
  );
  return { app, endWaits: () => taskChanges.close(), close: () => memory.close() };
}
