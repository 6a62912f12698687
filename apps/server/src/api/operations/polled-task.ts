import type { KeyObject } from 'node:crypto';
import type { Context } from 'hono';
import { hashApiKey } from '../../keys/api-key.ts';
import type { FoundTask } from '../../tasks/poll.queries.ts';
import type { KeyTask, ReadWaitingTask } from '../../tasks/waiting.queries.ts';
import type { AppEnv } from '../app-env.ts';
import { invalidApiKey, notFound } from '../errors.ts';
import { announceRate, requireScope } from '../middleware/authentication.ts';
import { type RatePolicy, type Rates, refuseOverLimit } from '../rate-limits.ts';

export interface PollServices {
  readonly rates: Pick<Rates, 'poll'>;
  readonly readWaitingTask: ReadWaitingTask;
  readonly keySecret: KeyObject;
}

/** Creates the polling limit, which each task has (END-5). */
export function pollPolicy({ rates }: PollServices): RatePolicy {
  return { name: 'poll', quota: rates.poll };
}

/** Returns the task that authentication has read, if its polling limit lets the request pass. */
export function requireTask(context: Context<AppEnv>, taskId: string, policy: RatePolicy): FoundTask {
  const { found } = context.get('poll');
  if (found === undefined) throw notFound(`Task ${taskId} not found.`);
  announceRate(context, policy, found.decision);
  refuseOverLimit(policy, found.decision, 'this task');
  return found;
}

/** Reads the task again, as the key may have been revoked, and its owner suspended, since. */
export async function readTaskAgain(
  { readWaitingTask, keySecret }: PollServices,
  context: Context<AppEnv>,
  taskId: string,
): Promise<KeyTask & { readonly hash: Buffer }> {
  const hash = hashApiKey(context.get('token'), keySecret);
  const current = await readWaitingTask({ hash, taskId });
  if (current === undefined) throw invalidApiKey();
  requireScope(current.inScope, 'tasks:read');
  return { ...current, hash };
}
