// The attempts of one call: each has a deadline, and another one follows if the document allows it.
import { type Clock, throwIfAborted } from './clock.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import type { ErrorFactory, Target } from './error-factory.ts';
import { type ClientError, isClientError } from './errors.ts';
import { type RetryRule, retryDelayMs } from './retry.ts';

/** The longest pause that a service may request; a longer one ends the call with an error. */
const LONGEST_PAUSE_MS = 60_000;

/** A destination for log messages, such as `console`. */
export interface Logger {
  debug(message: string): void;
  warn(message: string): void;
}

/** Options of one call; they override those of the client, and undefined ones have no effect. */
export interface AttemptOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Bounds each attempt, in milliseconds; Infinity for no bound. A stream is bounded until it begins. */
  timeout?: number | undefined;
  /** Attempts after the first. */
  retries?: number | undefined;
}

/** The same for all calls of one client. */
export interface AttemptSettings {
  timeout: number;
  retries: number;
  logger?: Logger | undefined;
  clock: Clock;
  random: () => number;
  errors: ErrorFactory;
}

/** Requires milliseconds or a count. */
export function requireAmount(errors: ErrorFactory, name: string, value: number): number {
  if (value >= 0) return value;
  throw errors.configuration(`${name} must be at least 0 (got ${value}).`);
}

/** A call to attempt. */
export interface Attempted {
  retry: RetryRule | undefined;
  target: Target;
  options: AttemptOptions;
}

/**
 * Runs attempts until one succeeds, fails for good, or was the last. An attempt that succeeds ends its deadline.
 * @throws the signal's reason when it is aborted, else a `ClientError`
 */
export async function withAttempts<TResult>(
  settings: AttemptSettings,
  { target, options, retry }: Attempted,
  attempt: (deadline: Deadline) => Promise<TResult>,
): Promise<TResult> {
  const { clock, random, logger, errors } = settings;
  const { signal, timeout = settings.timeout, retries = settings.retries } = options;
  requireAmount(errors, 'retries', retries);
  const ms = requireAmount(errors, 'timeout', timeout);
  for (let failures = 1; ; failures += 1) {
    throwIfAborted(signal);
    const deadline = startDeadline({
      clock,
      ms,
      signal,
      reason: () => Object.assign(new Error(`no response within ${ms} ms`), { name: 'TimeoutError' }),
    });
    try {
      return await deadline.until(() => attempt(deadline));
    } catch (cause) {
      deadline.end();
      throwIfAborted(signal);
      const error = isClientError(cause) ? cause : networkError(cause, target, errors);
      const delayMs = failures > retries ? undefined : retryDelayMs(error, retry, { failures, random });
      if (delayMs === undefined || delayMs > LONGEST_PAUSE_MS) throw error;
      logger?.warn(`${error.message} Retrying in ${delayMs} ms.`);
      await clock.sleep(delayMs, signal);
    }
  }
}

// The message `fetch failed` alone does not identify the problem.
function networkError(thrown: unknown, target: Target, errors: ErrorFactory): ClientError {
  const { message = thrown, cause } = Object(thrown);
  const why = cause?.message ? `${message} (${cause.message})` : message;
  return errors.network(`Request failed: ${target.method} ${target.url}: ${why}.`, {
    ...target,
    cause: thrown,
  });
}
