import { randomUUID } from 'node:crypto';
import { signWebhook } from '@keyframe/openapi-runtime/client';
import type { NotificationSettings } from './settings.ts';

const TIMEOUT_MS = 10_000;

/** Posts a message for operators as JSON, signed if there is a secret; rejects unless the receiver responds with a 2xx. */
export async function postWebhook(
  { url, secret }: NonNullable<NotificationSettings['webhook']>,
  message: object,
): Promise<void> {
  const id = `msg_${randomUUID()}`;
  const signed = secret === undefined ? undefined : await signWebhook(message, { secret, id });
  const body = signed?.body ?? JSON.stringify(message);
  const headers = { ...signed?.headers, 'content-type': 'application/json' };
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`OPERATOR_WEBHOOK responded with ${response.status}.`);
}
