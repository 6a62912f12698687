// Sends one operation, each time with another address for its callbacks.
import type { Operation } from '@keyframe/openapi-model';
import type { PhaseContext } from '../phases/phase.ts';
import type { Draft } from '../requests/draft.ts';
import { type Exchange, isSuccess } from '../session.ts';
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

  /** Asks for a callback; undefined where the request was not carried out. */
  async send(answers: readonly Answer[], index = 0): Promise<Triggered | undefined> {
    const address = this.#context.listener.open(answers);
    const draft = this.#drafts(address.url)[index];
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

  #drafts(address: string | undefined): Draft[] {
    const { plans, session } = this.#context;
    const slots = slotsOf(this.#operation);
    const isWhole = this.#operation.callbacks.every(({ expression }) => WHOLE.test(expression));
    // A query belongs to the address: what a client puts into it comes back to it.
    const queried = address !== undefined && isWhole ? [`${address}?contract-gate=1`] : [];
    return plans.best(this.#operation).flatMap((draft) => {
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
