/** Status of unfinished tasks, until the service accepts the next poll (END-5): the SDK polls twice as often by default. */
export class PollSchedule<TResult> {
  readonly #entries = new Map<string, { result: TResult; until: number }>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the last result if it is too early for another poll. */
  find(taskId: string): TResult | undefined {
    for (const [id, { until }] of this.#entries) if (until <= this.#now()) this.#entries.delete(id);
    return this.#entries.get(taskId)?.result;
  }

  /** Stores a result until the Retry-After of its response has passed. */
  note(taskId: string, result: TResult, headers: Headers): void {
    const seconds = Number(headers.get('retry-after'));
    if (seconds > 0) this.#entries.set(taskId, { result, until: this.#now() + seconds * 1000 });
  }
}
