import {
  type ReceivedWebhook,
  type UnwrapOptions,
  unwrapWebhook,
  type WebhookErrors,
} from '@keyframe/openapi-runtime/standard-webhooks';
import { CallbackError } from '../errors/callback-error.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { CALLBACK_SHAPES, type CallbackPayload } from '../generated/webhooks.ts';

/** What a callback says: how a task ended. Two with the same `id` are the same event (EVT-6). */
export type CallbackEvent = CallbackPayload;

/**
 * A callback as it arrived: a Request, Node's IncomingMessage or Express's request, also with the `body` or `rawBody`
 * that middleware read as bytes or text, or just `{ body, headers }`. A body that was parsed no longer verifies.
 */
export type ReceivedCallback = ReceivedWebhook;

export type { ReceivedHeaders, UnwrapOptions } from '@keyframe/openapi-runtime/standard-webhooks';

/** The errors of verification in place of the runtime's. */
export const callbackErrors: WebhookErrors = { Configuration: ConfigurationError, Webhook: CallbackError };

/**
 * Verifies a callback by Standard Webhooks and gives what it says.
 * @throws {CallbackError} when no signature fits, the time is too far away, or the body is no callback
 * @throws {ConfigurationError} when the body was parsed before, or a secret is malformed and no other one fits
 */
export function unwrapCallback(received: ReceivedCallback, options: UnwrapOptions): Promise<CallbackEvent> {
  return unwrapWebhook(received, options, { shapes: CALLBACK_SHAPES, errors: callbackErrors });
}
