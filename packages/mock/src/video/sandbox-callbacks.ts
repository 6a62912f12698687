import type { Call, Outcome, StateEvent } from '@keyframe/openapi-mock';

type JsonObject = StateEvent['value'];

/** Callbacks that are kept, the latest ones. */
const MAX_KEPT = 1000;
const DEFAULT_LIMIT = 20;

/** The callbacks of a world, in the order in which its tasks ended. */
export class SandboxCallbacks {
  #dropped = 0;
  readonly #events: JsonObject[] = [];

  /** Adds the callback of a task that has ended. */
  add({ id, status, created_at, model, credits, billing_status, failed_reason, data }: JsonObject): void {
    const credits_refunded = billing_status === 'refunded' ? credits : 0;
    const outcome = status === 'completed' ? data : { failed_reason, credits_refunded };
    this.#events.push({ id, status, created_at, model, data: outcome } as JsonObject);
    if (this.#events.length <= MAX_KEPT) return;
    this.#events.shift();
    this.#dropped += 1;
  }

  /** Lists the callbacks after a position, which is a count; without one, only the position. */
  list(parameters: Call['parameters']): Outcome {
    const after = parameters.get('query:after');
    const count = this.#dropped + this.#events.length;
    if (after === undefined) return { status: 200, body: { data: [], position: String(count) } };
    if (!/^\d{1,15}$/.test(String(after))) {
      return { status: 400, problem: { message: 'after: is unknown', member: 'after' } };
    }
    const start = Math.max(0, Number(after) - this.#dropped);
    const data = this.#events.slice(start, start + Number(parameters.get('query:limit') ?? DEFAULT_LIMIT));
    return {
      status: 200,
      body: { data, position: String(Math.max(Number(after), this.#dropped) + data.length) },
    };
  }
}
