// Sends one operation with a new callback address each time.
import type { JsonObject, JsonValue, Operation } from '@keyframe/openapi-model';
import { evaluateAddress, parseTemplate } from '@keyframe/openapi-runtime/wire';
import type { SchemaNode } from '@keyframe/openapi-schema';
import type { Reply } from '../callbacks/callback-listener.ts';
import { findCallbackSlots, withAddress } from '../callbacks/callback-slots.ts';
import { bodyMediaType, type Draft, sentObject, sentValue, withBodyValue } from '../requests/draft.ts';
import { describedMembers } from '../schema/described-members.ts';
import { type Exchange, isSuccess } from '../session/session.ts';
import type { CallbackRequest } from './callback-observations.ts';
import { isSame } from './compare.ts';
import type { RunContext } from './context.ts';

// The whole address is in the request; the expression appends nothing.
const WHOLE = /^\{[^{}]*\}$/;

/** A successful request with a callback address. */
export interface TriggeredCallbacks extends CallbackRequest {
  exchange: Exchange;
}

const MOST_KINDS = 6;
const AGAIN = 2;
function listChoices({ keywords }: SchemaNode): readonly JsonValue[] {
  const { enum: values, type } = keywords.reference?.keywords ?? keywords;
  if (values) return values;
  return type?.length === 1 && type[0] === 'boolean' ? [true, false] : [];
}

/** Requests the callbacks of an operation. */
export class CallbackTrigger {
  readonly #context: RunContext;
  readonly #operation: Operation;

  constructor(context: RunContext, operation: Operation) {
    this.#context = context;
    this.#operation = operation;
  }

  /** Whether a valid request can contain an address of the gate. */
  get isPossible(): boolean {
    const { url } = this.#context.listener.open();
    return this.#drafts(url).length > 0;
  }

  /** Lists drafts whose differences may decide whether a callback is sent, and the first draft again. */
  get kinds(): readonly Draft[] {
    const [first, ...others] = this.#context.plans.best(this.#operation);
    if (!first) return [];
    const alike = others.filter((draft) => isSame(this.#subscriptions(draft), this.#subscriptions(first)));
    const all = [...this.#withOtherChoices(first), ...alike];
    const distinct = [...new Map(all.map((draft) => [JSON.stringify(sentObject(draft)), draft])).values()];
    return [...distinct.slice(0, MOST_KINDS), ...Array.from({ length: AGAIN }, () => first)];
  }

  /** The draft that subscribes to the most events; undefined if requests do not select any. */
  get subscription(): Draft | undefined {
    const count = (draft: Draft) =>
      Object.values(this.#subscriptions(draft)).flatMap((value) => (Array.isArray(value) ? value : [value]))
        .length;
    const subscribing = this.#context.plans.best(this.#operation).filter((draft) => count(draft) > 0);
    return subscribing.toSorted((left, right) => count(right) - count(left))[0];
  }

  // The properties that select the callbacks of a request.
  #subscriptions(draft: Draft): JsonObject {
    return Object.fromEntries(
      Object.entries(sentObject(draft) ?? {}).filter(([name]) => this.#isSubscription(name)),
    );
  }

  #isSubscription(name: string): boolean {
    return this.#context.session.conventions.matches('subscription', name);
  }

  // A draft for each other value of booleans and enums.
  #withOtherChoices(first: Draft): Draft[] {
    const sent = sentObject(first);
    const schema = bodyMediaType(first)?.schema;
    if (!sent || !schema) return [];
    const { requests: space } = this.#context.session;
    return [...describedMembers(space, schema)].flatMap(([name, property]) =>
      this.#isSubscription(name)
        ? []
        : listChoices(property)
            .map((choice) => ({ ...sent, [name]: choice }))
            .filter((value) => !isSame(value, sent) && space.accepts(schema, value))
            .map((value) => withBodyValue(first, value)),
    );
  }

  /** Requests a callback, with a draft of `kinds` if one is passed; undefined if the request fails. */
  async send(replies: readonly Reply[], kind?: Draft): Promise<TriggeredCallbacks | undefined> {
    const address = this.#context.listener.open(replies);
    const [draft] = this.#drafts(address.url, kind && [kind]);
    const exchange = draft && (await this.#sendDraft(draft));
    if (!exchange) return undefined;
    const candidates = this.#operation.callbacks.flatMap((callback) =>
      callback.operations.map((operation) => ({
        operation,
        pointer: callback.pointer,
        hasTarget: true,
        expectedTarget: evaluateTarget(callback.expression, exchange),
      })),
    );
    return { exchange, address, candidates };
  }

  /** Sends the operation without an address; undefined if it requires one. */
  async sendWithout(): Promise<Exchange | undefined> {
    const draft = this.#drafts(undefined)[0];
    return draft && (await this.#sendDraft(draft));
  }

  #drafts(address: string | undefined, kinds?: readonly Draft[]): Draft[] {
    const { plans, session } = this.#context;
    const slots = findCallbackSlots(this.#operation);
    const readsWholeAddress = this.#operation.callbacks.every(({ expression }) => WHOLE.test(expression));
    // The query of an address must be preserved.
    const queried = address !== undefined && readsWholeAddress ? [`${address}?contract-gate=1`] : [];
    return (kinds ?? plans.best(this.#operation)).flatMap((draft) => {
      const written = [...queried, address].map((one) =>
        slots.reduce<Draft | undefined>(
          (made, slot) => made && withAddress(made, slot, { address: one, space: session.requests }),
          draft,
        ),
      );
      return slots.length > 0 ? (written.find((one) => one !== undefined) ?? []) : [];
    });
  }

  async #sendDraft(draft: Draft): Promise<Exchange | undefined> {
    const { pool, session } = this.#context;
    const bound = await pool.bind(draft);
    const exchange = bound && (await session.send(bound));
    return exchange && isSuccess(exchange) ? exchange : undefined;
  }
}

// Path and query of the address that the runtime expression evaluates to.
function evaluateTarget(
  expression: string,
  { request, response, body, draft }: Exchange,
): string | undefined {
  const returned = body.kind === 'json' ? body.value : undefined;
  const values = {
    request: {
      url: request.target,
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body: sentValue(draft),
    },
    response: { status: response.status, headers: Object.fromEntries(response.headers), body: returned },
  };
  try {
    const { pathname, search } = new URL(evaluateAddress(parseTemplate(expression), values));
    return `${pathname}${search}`;
  } catch {
    return undefined;
  }
}
