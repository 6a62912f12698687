/** A signed example of a callback, sent once to a URL: what its owner tries a receiver with. */
import document from '@keyframe/contract/openapi.json' with { type: 'json' };
import type { Egress } from '../egress/index.ts';
import { createId } from '../id.ts';
import type { SigningKeys } from './secrets.queries.ts';
import { attemptCallback, type CallbackOutcome } from './send.ts';
import { type CallbackSignature, signCallback } from './sign.ts';

const { examples } = document.components;
const EXAMPLES = {
  completed: examples['event-task-completed'].value,
  failed: examples['event-task-failed'].value,
};

export interface TestEvent {
  readonly url: string;
  readonly status: keyof typeof EXAMPLES;
  readonly keys: SigningKeys;
  readonly egress: Egress;
  readonly timeoutMs: number;
}

/** Request and result of a test callback. */
export interface SentTestEvent {
  readonly headers: CallbackSignature;
  readonly body: string;
  readonly outcome: CallbackOutcome;
}

/** Sends an example of today, under an id that no task has, by the way of every callback. */
export async function sendTestEvent({
  url,
  status,
  keys,
  egress,
  timeoutMs,
}: TestEvent): Promise<SentTestEvent> {
  const timestamp = new Date();
  const created_at = Math.floor(timestamp.getTime() / 1000);
  const body = JSON.stringify({ ...EXAMPLES[status], id: createId('task'), created_at });
  const secrets = [keys.secret, ...keys.retired.map(({ secret }) => secret)];
  const { keySeed } = keys;
  const headers = signCallback({ id: createId('msg'), body, timestamp, secrets, keySeed });
  const outcome = await attemptCallback({ egress, url, body, sign: () => headers, timeoutMs });
  return { headers, body, outcome };
}
