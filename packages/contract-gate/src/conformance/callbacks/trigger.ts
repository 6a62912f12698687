// Triggers the callbacks of one operation, and holds what arrives to the document.
import { isJsonObject, type JsonObject, type Operation } from '@keyframe/openapi-model';
import {
  CALLBACK_CHANGED,
  CALLBACK_DISAGREES,
  CALLBACK_MISSING,
  CALLBACK_NOT_RETRIED,
  CALLBACK_REPEATED,
  CALLBACK_RETRIED_TOO_OFTEN,
  CALLBACK_UNASKED,
  CALLBACK_URL,
} from '../checks/callback-checks.ts';
import { type Check, shorten, shown, type Violation } from '../checks/check.ts';
import type { PhaseContext } from '../phases/phase.ts';
import type { Draft } from '../requests/draft.ts';
import { withParameters } from '../requests/draft.ts';
import { pathValues } from '../resources/resource-pool.ts';
import { bodyValue, type Exchange, isSuccess } from '../session.ts';
import { isSame, representationIn } from '../state/compare.ts';
import type { Answer, CallbackAddress, Delivery } from './callback-listener.ts';
import { slotsOf, withAddress } from './callback-slots.ts';
import { judgeCallbackUrl } from './callback-url.ts';
import { judgeDelivery, parse } from './judge-delivery.ts';

const WAIT_MS = 10_000;
/** What comes within this time after a delivery was received is one too many. */
export const GRACE_MS = 400;

/** A request that asks for callbacks, and the address that it names. */
export interface Triggered {
  exchange: Exchange;
  address: CallbackAddress;
}

/** Sends one operation, each time with another address. */
export class Trigger {
  readonly #context: PhaseContext;
  readonly #operation: Operation;
  readonly #waitMs: number;

  constructor(context: PhaseContext, operation: Operation) {
    this.#context = context;
    this.#operation = operation;
    this.#waitMs = context.session.options.callbacks?.waitMs ?? WAIT_MS;
  }

  /** Asks for a callback; undefined where the request was not carried out. */
  async send(answers: readonly Answer[]): Promise<Triggered | undefined> {
    const address = this.#context.listener.open(answers);
    const draft = this.#drafts(address.url)[0];
    const exchange = draft && (await this.#carryOut(draft));
    return exchange && { exchange, address };
  }

  /** Sends the operation without an address; undefined where it needs one. */
  async sendWithout(): Promise<Exchange | undefined> {
    const draft = this.#drafts(undefined)[0];
    return draft && (await this.#carryOut(draft));
  }

  #drafts(address: string | undefined): Draft[] {
    const { plans, session } = this.#context;
    const slots = slotsOf(this.#operation);
    return plans.best(this.#operation).flatMap((draft) => {
      const written = slots.reduce<Draft | undefined>(
        (one, slot) => one && withAddress(one, slot, { address, space: session.requests }),
        draft,
      );
      return slots.length > 0 && written ? [written] : [];
    });
  }

  async #carryOut(draft: Draft): Promise<Exchange | undefined> {
    const { pool, session } = this.#context;
    const bound = await pool.bind(draft);
    const exchange = bound && (await session.send(bound));
    return exchange && isSuccess(exchange) ? exchange : undefined;
  }

  /** Waits for the first delivery and judges it. */
  async awaitFirst({ exchange, address }: Triggered): Promise<void> {
    const { listener } = this.#context;
    await listener.arrival(address, 1, Math.min(this.#waitMs, this.#context.session.remainingMs));
    const [delivery] = address.deliveries;
    if (!delivery) {
      const [callback] = this.#operation.callbacks;
      const pointer = callback?.pointer ?? this.#operation.pointer;
      this.#report(
        {
          check: CALLBACK_MISSING,
          pointer,
          message: 'No callback arrived.',
          expected: `a callback at ${address.url}`,
          received: `nothing in ${this.#waitMs} ms`,
        },
        exchange,
      );
      return;
    }
    this.#judge(exchange, delivery, address);
    await this.#judgeAgreement(exchange, delivery);
  }

  // The callback that the delivery fits best is the one that was meant.
  #judge(exchange: Exchange, delivery: Delivery, address: CallbackAddress): void {
    const { session } = this.#context;
    const context = { space: session.responses, secret: session.options.callbacks?.secret };
    const verdicts = this.#operation.callbacks.flatMap((callback) =>
      callback.operations.map((operation) => ({
        callback,
        violations: [
          ...judgeCallbackUrl(callback, exchange, { delivery, address }),
          ...judgeDelivery(operation, delivery, context),
        ],
      })),
    );
    const [best] = verdicts.toSorted((one, other) => one.violations.length - other.violations.length);
    if (!best) return;
    session.coverage.count('callback', this.#operation, best.callback.pointer);
    for (const violation of best.violations) this.#report(violation, exchange);
  }

  async #judgeAgreement(exchange: Exchange, delivery: Delivery): Promise<void> {
    const said = representationIn(parse(delivery.body.toString()));
    if (!said) return;
    const { pool } = this.#context;
    const answered = representationIn(bodyValue(exchange));
    const ids = Object.keys(said).filter((name) => /^(?:id|uuid)$|_?[iI]d$/.test(name));
    const pointer = this.#operation.callbacks[0]?.pointer ?? this.#operation.pointer;
    const other =
      answered && ids.find((name) => Object.hasOwn(answered, name) && !isSame(answered[name], said[name]));
    if (answered && other !== undefined) {
      this.#report(
        {
          check: CALLBACK_DISAGREES,
          pointer,
          message: `A callback names another "${other}".`,
          expected: shown(answered[other]),
          received: shown(said[other]),
        },
        exchange,
      );
      return;
    }
    const resource = pool.noteCreated(exchange);
    const read = resource?.collection.read;
    const template = read && this.#context.plans.best(read)[0];
    if (!resource || !read || !template) return;
    const draft = withParameters(template, pathValues(read, resource.segments));
    const seen = await this.#context.session.send(draft);
    const value = seen && isSuccess(seen) ? representationIn(bodyValue(seen)) : undefined;
    const name = value && disagreement(said, value);
    if (!value || name === undefined) return;
    this.#report(
      {
        check: CALLBACK_DISAGREES,
        pointer,
        message: `A callback says otherwise than the resource: "${name}".`,
        expected: `${name}: ${shown(value[name])}`,
        received: `${name}: ${shown(said[name])}`,
      },
      exchange,
    );
  }

  /** Waits for a second delivery, which must be the same as the first. */
  async judgeRetry(triggered: Triggered | undefined): Promise<void> {
    if (!triggered) return;
    const { exchange, address } = triggered;
    const { listener, session } = this.#context;
    await listener.arrival(address, 2, Math.min(this.#waitMs, session.remainingMs));
    const [first, second] = address.deliveries;
    if (!first) return;
    if (!second) {
      this.#reportHere(CALLBACK_NOT_RETRIED, exchange, {
        message: 'A delivery that failed was not repeated.',
        expected: 'a second delivery',
        received: `nothing in ${this.#waitMs} ms`,
      });
      return;
    }
    if (!first.body.equals(second.body) || first.method !== second.method || first.target !== second.target) {
      this.#reportHere(CALLBACK_CHANGED, exchange, {
        message: 'A repeated delivery is another one.',
        expected: shorten(first.body.toString()),
        received: shorten(second.body.toString()),
      });
    }
    this.#judge(exchange, second, address);
    await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
    this.judgeRepetition(triggered, 2);
  }

  /** Counts the deliveries to a receiver that never succeeds. */
  async judgeCount({ exchange, address }: Triggered, retries: number): Promise<void> {
    const { listener, session } = this.#context;
    await listener.arrival(address, retries + 1, Math.min(this.#waitMs, session.remainingMs));
    await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
    const count = address.deliveries.length;
    if (count === retries + 1) return;
    const check = count > retries + 1 ? CALLBACK_RETRIED_TOO_OFTEN : CALLBACK_NOT_RETRIED;
    this.#reportHere(check, exchange, {
      message: 'A receiver that keeps failing got another number of deliveries.',
      expected: `${retries + 1} deliveries`,
      received: `${count} deliveries`,
    });
  }

  /** Reports deliveries beyond those that were due. */
  judgeRepetition({ exchange, address }: Triggered, due: number): void {
    const extra = address.deliveries[due];
    if (!extra) return;
    const isSameBytes = address.deliveries.slice(0, due).some(({ body }) => body.equals(extra.body));
    const check = isSameBytes ? CALLBACK_REPEATED : CALLBACK_UNASKED;
    this.#reportHere(check, exchange, {
      message: 'A delivery came that was not due.',
      expected: `${due} deliveries`,
      received: shorten(extra.body.toString()),
    });
  }

  /** Reports what arrived at no address, or after a request that named none. */
  judgeStrays(triggered: readonly (Triggered | undefined)[], unasked: Exchange | undefined): void {
    const { listener } = this.#context;
    const [stray] = listener.strays;
    const evidence = unasked ?? triggered[0]?.exchange;
    if (!stray || !evidence) return;
    const check = unasked ? CALLBACK_UNASKED : CALLBACK_URL;
    this.#reportHere(check, evidence, {
      message: 'A callback came to an address that nobody named.',
      expected: 'nothing',
      received: `${stray.method} ${stray.target}`,
    });
  }

  #reportHere(
    check: Check,
    exchange: Exchange,
    words: Pick<Violation, 'expected' | 'message' | 'received'>,
  ): void {
    const pointer = this.#operation.callbacks[0]?.pointer ?? this.#operation.pointer;
    this.#report({ check, pointer, ...words }, exchange);
  }

  #report(violation: Violation, exchange: Exchange): void {
    this.#context.session.report(violation, exchange);
  }
}

// The resource may have gone on since, but not in what identifies or finishes it.
function disagreement(said: JsonObject, value: JsonObject): string | undefined {
  return Object.keys(said).find((name) => {
    if (!Object.hasOwn(value, name)) return false;
    const [one, other] = [said[name], value[name]];
    return isJsonObject(one) && isJsonObject(other)
      ? disagreement(one, other) !== undefined
      : !isSame(one, other);
  });
}
