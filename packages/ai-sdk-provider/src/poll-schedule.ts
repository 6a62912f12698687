/** Status of unfinished tasks until the service accepts the next poll. */
export interface PollSchedule<TResult> {
  /** Returns the last result if it is too early for another poll. */
  find(taskId: string): TResult | undefined;
  /** Stores a result until the Retry-After of its response has passed. */
  note(taskId: string, result: TResult, headers: Headers): void;
}

/**
 * Creates a schedule. The SDK polls every 5 seconds by default, the service accepts a poll every 10 seconds (END-5): the
 * polls between get the last result without a request.
 */
export function createPollSchedule<TResult>(
  now: () => number = () => performance.now(),
): PollSchedule<TResult> {
  const entries = new Map<string, { result: TResult; until: number }>();
  const removeExpired = () => {
    for (const [id, { until }] of entries) if (until <= now()) entries.delete(id);
  };
  return {
    find(taskId) {
      removeExpired();
      return entries.get(taskId)?.result;
    },
    note(taskId, result, headers) {
      const seconds = Number(headers.get('retry-after'));
      if (seconds > 0) entries.set(taskId, { result, until: now() + seconds * 1000 });
    },
  };
}
