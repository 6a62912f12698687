import { signWebhook } from '@keyframe/openapi-runtime/client';
import type { SignedWebhook, SignOptions as SignWebhookOptions } from '@keyframe/openapi-runtime/internal';
import { type CallbackEvent, callbackErrors } from './unwrap-callback.ts';

/** Options of `signCallback`. */
export interface SignOptions extends Omit<SignWebhookOptions, 'id'> {
  /** Id of the delivery; the task's id by default. */
  id?: string | undefined;
}

/** A callback that `unwrapCallback` accepts. */
export type SignedCallback = SignedWebhook;

/** Signs an event as the service does, for tests of a receiver. */
export function signCallback(
  event: CallbackEvent,
  { id = event.id, ...options }: SignOptions,
): Promise<SignedCallback> {
  return signWebhook(event, { ...options, id }, callbackErrors);
}
