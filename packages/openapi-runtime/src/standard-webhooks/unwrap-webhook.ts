import type { ReceivedWebhook } from './received-webhook.ts';
import { type UnwrapOptions, verifyWebhook } from './verify-webhook.ts';
import type { WebhookErrors } from './webhook-error.ts';

/**
 * The members that distinguish the body of one webhook from the others: required names, and their values if there are
 * few.
 */
export type WebhookShape = Readonly<Record<string, readonly unknown[]>>;

/** Shapes of the events of a document, and how they are read. */
export interface WebhookEvents {
  readonly shapes: readonly WebhookShape[];
  readonly errors: WebhookErrors;
  /** Parses JSON: `parseDigits` where large integers are converted, else `JSON.parse`. */
  readonly parse?: (text: string) => unknown;
}

/**
 * Verifies a webhook by Standard Webhooks and returns its JSON if it has one of the shapes. Generated code calls it.
 * It reads only the members that distinguish the events, because the service has signed the rest.
 * @throws `errors.Webhook` if no signature matches, the time is too far away, or the body has an unknown shape
 * @throws `errors.Configuration` if the body was parsed before, or if a secret is malformed and no other one matches
 */
export async function unwrapWebhook<TEvent>(
  received: ReceivedWebhook,
  options: UnwrapOptions,
  { shapes, errors, parse = JSON.parse }: WebhookEvents,
): Promise<TEvent> {
  const body = await verifyWebhook(received, options, errors);
  let cause: unknown;
  try {
    const event = parse(await body.text()) as Readonly<Record<string, unknown>>;
    const isKnown = shapes.some((shape) =>
      Object.entries(shape).every(([name, values]) =>
        values.length ? values.includes(event[name]) : Object.hasOwn(event, name),
      ),
    );
    if (isKnown) return event as TEvent;
  } catch (error) {
    cause = error;
  }
  throw new errors.Webhook('The body is not a documented event.', { cause });
}

/** The JSON body of a webhook of openapi-typescript's `webhooks`. */
export type PayloadOf<TOperation> = TOperation extends { requestBody?: infer TBody }
  ? NonNullable<TBody> extends { content: infer TContent }
    ? TContent[Extract<keyof TContent, JsonType>]
    : never
  : never;

type JsonType = `${string}/json` | `${string}/json;${string}` | `${string}+json` | `${string}+json;${string}`;
