import { type ReceivedWebhook, type UnwrapOptions, unwrapWebhook } from '@keyframe/openapi-runtime/client';
import type { WebhookErrors } from '@keyframe/openapi-runtime/internal';
import { CallbackError } from '../errors/callback-error.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { CALLBACK_SHAPES, type CallbackPayload } from '../generated/webhooks.ts';

/** The event of a callback: how a task ended. Two events with the same `id` are the same (EVT-6). */
export type CallbackEvent = CallbackPayload;

/**
 * A callback as it arrived: a Request, Node's IncomingMessage or Express's request, also with the `body` or `rawBody`
 * that middleware read as bytes or text, or just `{ body, headers }`. A body that was parsed no longer verifies.
 */
export type ReceivedCallback = ReceivedWebhook;

export type { UnwrapOptions } from '@keyframe/openapi-runtime/client';
export type { ReceivedHeaders } from '@keyframe/openapi-runtime/internal';

/** The errors of verification that replace the runtime's. */
export const callbackErrors: WebhookErrors = { Configuration: ConfigurationError, Webhook: CallbackError };

/**
 * Verifies a callback by Standard Webhooks and returns its event.
 * @throws {CallbackError} if no signature matches, the timestamp is too old or too far in the future, or the body is not a callback
 * @throws {ConfigurationError} if the body was already parsed, or a secret is malformed and no other matches
 */
export function unwrapCallback(received: ReceivedCallback, options: UnwrapOptions): Promise<CallbackEvent> {
  return unwrapWebhook(received, options, { shapes: CALLBACK_SHAPES, errors: callbackErrors });
}
