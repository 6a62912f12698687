import type { Operation } from '@keyframe/openapi-model';
import type { ExchangeFailedError } from '../wire/exchange-failed-error.ts';
import type { WireResponse } from '../wire/wire.ts';

// Each costs a whole timeout.
const MOST_TIMEOUTS = 3;

/**
 * Finds operations that never respond in time to valid requests, such as streams that stay open: further requests would only use up
 * the run.
 */
export class SilentOperations {
  readonly #succeeding = new Set<Operation>();
  readonly #timeouts = new Map<Operation, number>();

  /** Notes a response of an operation. A rejected request shows nothing about valid ones. */
  noteResponse(operation: Operation, { status }: Pick<WireResponse, 'status'>): void {
    if (status < 400) this.#succeeding.add(operation);
  }

  /** Notes a request without a response. */
  noteFailure(operation: Operation, { kind }: Pick<ExchangeFailedError, 'kind'>): void {
    if (kind === 'timeout') this.#timeouts.set(operation, (this.#timeouts.get(operation) ?? 0) + 1);
  }

  /** Whether an operation never responds. */
  has(operation: Operation): boolean {
    return !this.#succeeding.has(operation) && (this.#timeouts.get(operation) ?? 0) >= MOST_TIMEOUTS;
  }
}
