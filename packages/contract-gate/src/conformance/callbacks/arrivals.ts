// Waits for what a server owes to an address, and judges it: each delivery, how many come, and when.
import type { Operation } from '@keyframe/openapi-model';
import {
  CALLBACK_CHANGED,
  CALLBACK_MISSING,
  CALLBACK_NOT_RETRIED,
  CALLBACK_REPEATED,
  CALLBACK_RETRIED_TOO_OFTEN,
  CALLBACK_RETRY_SPACING,
  CALLBACK_UNASKED,
} from '../checks/callback-checks.ts';
import { type Check, shorten, type Violation } from '../checks/check.ts';
import type { PhaseContext } from '../phases/phase.ts';
import type { Exchange } from '../session.ts';
import { headerOf } from '../wire/wire.ts';
import type { CallbackAddress, Delivery } from './callback-listener.ts';
import { judgeDelivery } from './judge-delivery.ts';
import { promisedRetries, type RetryPromise, windowOf } from './promised-retries.ts';

const WAIT_MS = 10_000;
/** What comes within this time after a delivery was received is one too many. */
export const GRACE_MS = 400;

/** Something that may arrive: an operation of a callback or webhook. */
export interface Candidate {
  operation: Operation;
  /** The callback or webhook itself. */
  pointer: string;
  judgeUrl: (delivery: Delivery) => Promise<Violation[]> | Violation[];
}

/** An address that a server was given, and the exchange in which it was. */
export interface Asked {
  address: CallbackAddress;
  exchange: Exchange | undefined;
  candidates: readonly Candidate[];
}

/** Judges what arrives for one operation or webhook. */
export class Arrivals {
  readonly promise: RetryPromise;
  readonly #context: PhaseContext;
  readonly #operation: Operation;
  readonly #pointer: string;
  readonly #waitMs: number;

  /** `operation` is the one that findings are about, `sent` those that a server performs. */
  constructor(
    context: PhaseContext,
    { operation, pointer, sent }: { operation: Operation; pointer: string; sent: readonly Operation[] },
  ) {
    const { model, options } = context.session;
    this.#context = context;
    this.#operation = operation;
    this.#pointer = pointer;
    this.#waitMs = options.callbacks?.waitMs ?? WAIT_MS;
    const { retries } = options.callbacks ?? {};
    this.promise = promisedRetries(sent, model.document, { given: retries, withinMs: this.#waitMs });
  }

  /** Waits for the first delivery and judges it; undefined where none came. */
  async judgeFirst(asked: Asked): Promise<Delivery | undefined> {
    await this.#wait(asked, 1, this.#waitMs);
    const [delivery] = asked.address.deliveries;
    if (delivery) await this.#judge(asked, delivery);
    else this.#reportMissing(asked, this.#waitMs);
    return delivery;
  }

  #reportMissing(asked: Asked, timeoutMs: number): void {
    if (!this.#waitedFully) return;
    const expected = `a request at ${asked.address.url}`;
    const received = `nothing in ${Math.round(timeoutMs)} ms`;
    this.#report(CALLBACK_MISSING, asked, { message: 'No callback arrived.', expected, received });
  }

  // What fits best is what was meant.
  async #judge(asked: Asked, delivery: Delivery): Promise<void> {
    const { session } = this.#context;
    const context = { space: session.responses, secrets: session.options.callbacks?.secrets ?? [] };
    const verdicts = await Promise.all(
      asked.candidates.map(async ({ operation, pointer, judgeUrl }) => ({
        pointer,
        violations: [...(await judgeUrl(delivery)), ...(await judgeDelivery(operation, delivery, context))],
      })),
    );
    const [best] = verdicts.toSorted((one, other) => one.violations.length - other.violations.length);
    if (!best) return;
    session.coverage.count('callback', this.#operation, best.pointer);
    for (const violation of best.violations) this.#add(violation, asked);
  }

  /** Waits for a second delivery, which must be the same as the first; false where none came. */
  async judgeRetry(asked: Asked | undefined, { isSilent }: { isSilent: boolean }): Promise<boolean> {
    if (!asked) return false;
    const window = this.#window(0);
    // How long the server waits for an answer is its own affair.
    const timeoutMs = window ? window.untilMs + (isSilent ? this.#waitMs : 0) : this.#waitMs;
    await this.#wait(asked, 2, timeoutMs);
    const [first, second] = asked.address.deliveries;
    if (!first) {
      this.#reportMissing(asked, timeoutMs);
      return false;
    }
    if (!second) {
      if (this.#waitedFully)
        this.#report(CALLBACK_NOT_RETRIED, asked, {
          message: 'A failed delivery was not retried.',
          expected: 'a second delivery',
          received: `nothing in ${Math.round(timeoutMs)} ms`,
        });
      return false;
    }
    const difference = differenceBetween(first, second);
    if (difference) {
      const [what, expected, received] = difference;
      const message = `A retried delivery has a different ${what}.`;
      this.#report(CALLBACK_CHANGED, asked, { message, expected, received });
    }
    this.#judgePauses(asked, { isSilent });
    await this.#judge(asked, second);
    await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
    this.judgeRepetition(asked, 2);
    return true;
  }

  /** Counts the deliveries to a receiver that never succeeds. */
  async judgeCount(asked: Asked, retries: number): Promise<void> {
    const { pausesMs } = this.promise;
    const allowed = pausesMs.map((_, index) => this.#window(index)?.untilMs ?? 0);
    const timeoutMs = allowed.length > 0 ? allowed.reduce((sum, one) => sum + one, 0) : this.#waitMs;
    await this.#wait(asked, retries + 1, timeoutMs);
    const graceMs = Math.max(GRACE_MS, 2 * (pausesMs.at(-1) ?? 0));
    await new Promise((resolve) => setTimeout(resolve, graceMs));
    this.#judgePauses(asked, { isSilent: false });
    const count = asked.address.deliveries.length;
    if (count === retries + 1) return;
    const check = count > retries + 1 ? CALLBACK_RETRIED_TOO_OFTEN : CALLBACK_NOT_RETRIED;
    if (check === CALLBACK_NOT_RETRIED && !this.#waitedFully) return;
    this.#report(check, asked, {
      message: 'A receiver that always fails received the wrong number of deliveries.',
      expected: `${retries + 1} deliveries`,
      received: `${count} deliveries`,
    });
  }

  // What would have come after the end of the run is not missing.
  get #waitedFully(): boolean {
    return !this.#context.session.isOver;
  }

  #window(index: number) {
    return windowOf(this.promise, { index, waitMs: this.#waitMs });
  }

  #judgePauses(asked: Asked, { isSilent }: { isSilent: boolean }): void {
    const { deliveries } = asked.address;
    for (const [index, { at }] of deliveries.slice(1).entries()) {
      const window = this.#window(index);
      const pause = at - (deliveries[index]?.at ?? 0);
      if (!window || (pause >= window.fromMs && (isSilent || pause <= window.untilMs))) continue;
      this.#report(CALLBACK_RETRY_SPACING, asked, {
        message: `Delivery ${index + 2} arrived ${pause < window.fromMs ? 'too early' : 'too late'}.`,
        expected: `a pause of ${this.promise.pausesMs[index]} ms`,
        received: `a pause of ${Math.round(pause)} ms`,
      });
    }
  }

  /** Reports deliveries beyond those that were due. */
  judgeRepetition(asked: Asked, due: number): void {
    const extra = asked.address.deliveries[due];
    if (!extra) return;
    const isSameBytes = asked.address.deliveries.slice(0, due).some(({ body }) => body.equals(extra.body));
    this.#report(isSameBytes ? CALLBACK_REPEATED : CALLBACK_UNASKED, asked, {
      message: 'An unexpected delivery arrived.',
      expected: `${due} deliveries`,
      received: shorten(extra.body.toString()),
    });
  }

  async #wait({ address }: Asked, count: number, timeoutMs: number): Promise<void> {
    const { listener, session } = this.#context;
    await listener.arrival(address, count, Math.min(timeoutMs, session.remainingMs));
  }

  #report(check: Check, asked: Asked, words: Pick<Violation, 'expected' | 'message' | 'received'>): void {
    this.#add({ check, pointer: this.#pointer, ...words }, asked);
  }

  #add(violation: Violation, { exchange }: Asked): void {
    this.#context.session.report(violation, exchange ?? { operation: this.#operation });
  }
}

/** Finds what of a repeated delivery is not as it was: its name, what it was. */
function differenceBetween(
  first: Delivery,
  second: Delivery,
): readonly [what: string, expected: string, received: string] | undefined {
  const id = (delivery: Delivery) => headerOf(delivery, 'webhook-id') ?? '';
  const all = [
    ['body', first.body.toString('latin1'), second.body.toString('latin1')],
    ['method', first.method, second.method],
    ['URL', first.target, second.target],
    // Standard Webhooks: receivers tell a repetition by it.
    ['webhook-id', id(first), id(second)],
  ] as const;
  const found = all.find(([, one, other]) => one !== other);
  return found && [found[0], shorten(found[1]), shorten(found[2])];
}
