import type { ReceivedWebhook } from './received-webhook.ts';
import { type UnwrapOptions, verifyWebhook } from './verify-webhook.ts';
import { WebhookError } from './webhook-error.ts';

/** What tells the body of one webhook from those of the others: members it must have, and the values of constants. */
export interface WebhookShape {
  required?: readonly string[];
  constants?: Readonly<Record<string, readonly unknown[]>>;
}

/**
 * Verifies a webhook by Standard Webhooks and gives its JSON, where it has one of the shapes; generated code calls it.
 * Only what tells one event from another is looked at: the service has signed the rest.
 * @throws {WebhookError} when no signature fits, the time is too far away, or the body is none of them
 * @throws {ConfigurationError} when the body was parsed before, or a secret is malformed and no other one fits
 */
export async function unwrapWebhook<TEvent>(
  received: ReceivedWebhook,
  options: UnwrapOptions,
  shapes: readonly WebhookShape[],
): Promise<TEvent> {
  const body = await verifyWebhook(received, options);
  let cause: unknown;
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (shapes.some((shape) => hasShape(event, shape))) return event as TEvent;
  } catch (error) {
    cause = error;
  }
  throw new WebhookError('The body is not an event of this kind.', { cause });
}

function hasShape(event: unknown, { required = [], constants = {} }: WebhookShape): boolean {
  const members: Readonly<Record<string, unknown>> = Object(event);
  return (
    required.every((name) => Object.hasOwn(members, name)) &&
    Object.entries(constants).every(
      ([name, values]) => !Object.hasOwn(members, name) || values.includes(members[name]),
    )
  );
}

/** The JSON body of a webhook of openapi-typescript's `webhooks`. */
export type PayloadOf<TOperation> = TOperation extends { requestBody?: infer TBody }
  ? NonNullable<TBody> extends { content: infer TContent }
    ? TContent[Extract<keyof TContent, JsonType>]
    : never
  : never;

type JsonType = `${string}/json` | `${string}/json;${string}` | `${string}+json` | `${string}+json;${string}`;
