// Drains the service after the faults: every operation is read until its task and its callback have ended.
import { eventually } from '@keyframe/test-kit';
import type { ChaosClient } from './client.ts';
import type { EndedOperation } from './ledger-checker.ts';
import type { Operation } from './operation.ts';
import { countPending, readStoredLedger } from './stored-ledger.queries.ts';

/** The drain gives up when nothing has ended for this long. */
const STALL_TIMEOUT_MS = 120_000;
/** Requests at once. */
const CONCURRENCY = 16;
/** Operations that are read in one round. */
const READ_BATCH = 64;

/** The service to drain. */
export interface DrainTarget {
  readonly api: string;
  readonly databaseUrl: string;
  readonly client: ChaosClient;
}

/** How all operations ended. */
export interface Drained {
  readonly ended: readonly EndedOperation[];
  readonly findings: readonly string[];
  /** Operations without an answer when the faults were over, and how many of them had been accepted all the same. */
  readonly retried: number;
  readonly acceptedUnanswered: number;
}

/** Retries what was never answered, and waits until all tasks have ended and all callbacks are delivered. */
export async function drain(target: DrainTarget, operations: readonly Operation[]): Promise<Drained> {
  const retried = await retryUnanswered(
    target,
    operations.filter(({ taskIds }) => taskIds.size === 0),
  );
  const { ended, running } = await awaitEnds(target, operations);
  const findings = [
    ...retried.findings,
    ...running.map(({ idempotencyKey, taskIds }) => `${idempotencyKey} (${[...taskIds]}) never ends`),
    ...(await awaitCallbacks(target)),
  ];
  return { ...retried, ended, findings };
}

async function retryUnanswered({ api, databaseUrl, client }: DrainTarget, unanswered: readonly Operation[]) {
  const { tasks } = await readStoredLedger(databaseUrl);
  const stored = new Map(tasks.map(({ prompt, id }) => [prompt, id]));
  const findings: string[] = [];
  let acceptedUnanswered = 0;
  await forEach(unanswered, async (operation) => {
    const { idempotencyKey, prompt, taskIds } = operation;
    const earlier = stored.get(prompt);
    if (earlier !== undefined) acceptedUnanswered += 1;
    if (!(await client.submit(api, operation))) findings.push(`${idempotencyKey} is never accepted`);
    else if (earlier !== undefined && !taskIds.has(earlier)) {
      findings.push(`${idempotencyKey} was accepted as ${earlier}, and again as ${[...taskIds]}`);
    }
  });
  return { findings, retried: unanswered.length, acceptedUnanswered };
}

async function awaitEnds({ api, client }: DrainTarget, operations: readonly Operation[]) {
  const ended: EndedOperation[] = [];
  const running = operations.filter(({ taskIds }) => taskIds.size > 0);
  const read = (batch: readonly Operation[]) =>
    forEach(batch, async (operation) => {
      const record = await client.read(api, operation);
      if (record !== undefined && operation.ended !== undefined) ended.push({ operation, record });
      else running.push(operation);
    });
  // All of them at once, then a few at a time: the workers need the machine.
  await read(running.splice(0));
  await untilDone('tasks to end', async () => {
    await read(running.splice(0, READ_BATCH));
    return running.length;
  });
  return { ended, running };
}

async function awaitCallbacks({ databaseUrl }: DrainTarget): Promise<string[]> {
  const left = await untilDone('callbacks to be through', () => countPending(databaseUrl));
  return left === 0 ? [] : [`${left} callbacks are pending`];
}

/** Waits until a count of what is left is 0, as long as it goes down; gives what is left when it does not. */
async function untilDone(what: string, count: () => Promise<number>): Promise<number> {
  let left = Number.POSITIVE_INFINITY;
  while (left > 0) {
    const before = left;
    const fewer = async () => {
      left = await count();
      return left < before;
    };
    const moved = await eventually(what, fewer, { timeoutMs: STALL_TIMEOUT_MS }).catch(() => false);
    if (!moved) return left;
  }
  return left;
}

/** Does something with each item, a few at once. */
async function forEach<TItem>(
  items: readonly TItem[],
  action: (item: TItem) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await action(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
}
