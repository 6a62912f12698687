// Sends one operation, each time with another address for its callbacks.
import type { JsonObject, JsonValue, Operation } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import type { PhaseContext } from '../phases/phase.ts';
import type { Draft } from '../requests/draft.ts';
import { describedMembers } from '../schema/explain.ts';
import { type Exchange, isSuccess } from '../session.ts';
import { isSame } from '../state/compare.ts';
import { sentObject } from '../state/subject.ts';
import type { Asked } from './arrivals.ts';
import type { Answer } from './callback-listener.ts';
import { slotsOf, withAddress } from './callback-slots.ts';
import { judgeCallbackUrl } from './callback-url.ts';

// Nothing is put behind the address that it reads.
const WHOLE = /^\{[^{}]*\}$/;

/** A request that was carried out and asked for callbacks. */
export interface Triggered extends Asked {
  exchange: Exchange;
}

const MOST_KINDS = 6;
const AGAIN = 2;
// What a request subscribes to decides which callbacks it gets, and when.
const SUBSCRIPTION = /^(?:event|topic|type|filter|trigger|channel|hook)s?$|events?$|event_?types?$/i;

function subscribed(draft: Draft): JsonObject {
  return Object.fromEntries(
    Object.entries(sentObject(draft) ?? {}).filter(([name]) => SUBSCRIPTION.test(name)),
  );
}

function choicesOf({ keywords }: SchemaNode): readonly JsonValue[] {
  const { enum: values, type } = keywords.reference?.keywords ?? keywords;
  if (values) return values;
  return type?.length === 1 && type[0] === 'boolean' ? [true, false] : [];
}

/** Asks for the callbacks of an operation. */
export class Trigger {
  readonly #context: PhaseContext;
  readonly #operation: Operation;

  constructor(context: PhaseContext, operation: Operation) {
    this.#context = context;
    this.#operation = operation;
  }

  /** Tells whether some valid request can name an address of the gate. */
  get isPossible(): boolean {
    const { url } = this.#context.listener.open();
    return this.#drafts(url).length > 0;
  }

  /** Lists requests that differ from the first one in what may decide whether a callback is sent, and it again. */
  get kinds(): readonly Draft[] {
    const [first, ...others] = this.#context.plans.best(this.#operation);
    if (!first) return [];
    const alike = others.filter((draft) => isSame(subscribed(draft), subscribed(first)));
    const all = [...this.#withOtherChoices(first), ...alike];
    const distinct = [...new Map(all.map((draft) => [JSON.stringify(sentObject(draft)), draft])).values()];
    return [...distinct.slice(0, MOST_KINDS), ...Array.from({ length: AGAIN }, () => first)];
  }

  // A draft for every other value of the members that have few of them.
  #withOtherChoices(first: Draft): Draft[] {
    const { body } = first;
    const sent = sentObject(first);
    const schema = body && 'mediaType' in body ? body.mediaType.schema : undefined;
    if (!body || !('mediaType' in body) || !sent || !schema) return [];
    const { requests: space } = this.#context.session;
    return [...describedMembers(space, schema)].flatMap(([name, member]) =>
      SUBSCRIPTION.test(name)
        ? []
        : choicesOf(member)
            .map((choice) => ({ ...sent, [name]: choice }))
            .filter((value) => !isSame(value, sent) && space.accepts(schema, value))
            .map((value) => ({ ...first, body: { ...body, value } })),
    );
  }

  /** Asks for a callback, by a request of a kind where one is given; undefined where it was not carried out. */
  async send(answers: readonly Answer[], kind?: Draft): Promise<Triggered | undefined> {
    const address = this.#context.listener.open(answers);
    const [draft] = this.#drafts(address.url, kind && [kind]);
    const exchange = draft && (await this.#carryOut(draft));
    if (!exchange) return undefined;
    const candidates = this.#operation.callbacks.flatMap((callback) =>
      callback.operations.map((operation) => ({
        operation,
        pointer: callback.pointer,
        judgeUrl: judgeCallbackUrl(callback, exchange, address),
      })),
    );
    return { exchange, address, candidates };
  }

  /** Sends the operation without an address; undefined where it needs one. */
  async sendWithout(): Promise<Exchange | undefined> {
    const draft = this.#drafts(undefined)[0];
    return draft && (await this.#carryOut(draft));
  }

  #drafts(address: string | undefined, kinds?: readonly Draft[]): Draft[] {
    const { plans, session } = this.#context;
    const slots = slotsOf(this.#operation);
    const isWhole = this.#operation.callbacks.every(({ expression }) => WHOLE.test(expression));
    // A query belongs to the address: what a client puts into it comes back to it.
    const queried = address !== undefined && isWhole ? [`${address}?contract-gate=1`] : [];
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

  async #carryOut(draft: Draft): Promise<Exchange | undefined> {
    const { pool, session } = this.#context;
    const bound = await pool.bind(draft);
    const exchange = bound && (await session.send(bound));
    return exchange && isSuccess(exchange) ? exchange : undefined;
  }
}
