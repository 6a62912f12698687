// What every call goes through: a bound for each attempt, and another attempt where the document allows it.
import type { Clock } from './clock.ts';
import { type Deadline, startDeadline, untilAborted } from './deadline.ts';
import { ConfigurationError, type FailureDetails, isClientError, NetworkError } from './errors.ts';
import type { OperationDefinition } from './operation-definition.ts';
import { retryDelayMs } from './retry.ts';

/** Whoever is asked to wait longer has more to do than to try again. */
const LONGEST_PAUSE_MS = 60_000;

/** What logs are written to; `console` is one. */
export interface Logger {
  debug(message: string): void;
  warn(message: string): void;
}

/** Options of one call; they replace those of the client, and undefined ones replace nothing. */
export interface AttemptOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Bounds each attempt, in milliseconds; Infinity for no bound. A stream is bounded until it begins. */
  timeout?: number | undefined;
  /** Attempts after the first. */
  retries?: number | undefined;
}

/** What the attempts of one call are bounded by. */
export interface AttemptSettings extends AttemptOptions {
  timeout: number;
  retries: number;
  logger: Logger | undefined;
  clock: Clock;
  random: () => number;
}

/** What is asked for, as errors and logs name it. */
export interface Target extends FailureDetails {
  method: string;
  /** Without its query. */
  url: string;
}

/** Requires milliseconds or a count. */
export function requireAmount(name: string, value: number): number {
  if (value >= 0) return value;
  throw new ConfigurationError(`${name} must be a number of at least 0 (got ${value}).`);
}

/**
 * Runs attempts until one succeeds, fails for good, or was the last.
 * @throws the signal's reason when it is aborted, else a `ClientError`
 */
export async function withAttempts<TResult>(
  settings: AttemptSettings,
  { definition, target }: { definition: OperationDefinition; target: Target },
  attempt: (deadline: Deadline) => Promise<TResult>,
): Promise<TResult> {
  const { clock, random, logger, signal } = settings;
  const retries = requireAmount('retries', settings.retries);
  for (let failures = 1; ; failures += 1) {
    try {
      return await attemptOnce(settings, target, attempt);
    } catch (error) {
      signal?.throwIfAborted();
      const delayMs = failures > retries ? undefined : retryDelayMs(error, definition, { failures, random });
      if (delayMs === undefined || delayMs > LONGEST_PAUSE_MS) throw error;
      logger?.warn(`${(error as Error).message} Retrying in ${delayMs} ms.`);
      await clock.sleep(delayMs, signal);
    }
  }
}

async function attemptOnce<TResult>(
  { clock, signal, timeout }: AttemptSettings,
  target: Target,
  attempt: (deadline: Deadline) => Promise<TResult>,
): Promise<TResult> {
  const ms = requireAmount('timeout', timeout);
  const reason = () => new DOMException(`no response within ${ms} ms`, 'TimeoutError');
  const deadline = startDeadline({ clock, ms, reason, signal });
  try {
    deadline.signal.throwIfAborted();
    return await untilAborted(attempt(deadline), deadline.signal);
  } catch (error) {
    deadline.end();
    throw isClientError(error) ? error : networkError(error, target);
  }
}

/** Makes the error for whatever kept the whole response from arriving; `fetch failed` alone would tell nothing. */
export function networkError(cause: unknown, target: Target): NetworkError {
  const { message, cause: root } = cause instanceof Error ? cause : new Error(String(cause));
  const why = root instanceof Error && root.message !== '' ? `${message} (${root.message})` : message;
  return new NetworkError(`Request failed: ${target.method} ${target.url}: ${why}.`, { ...target, cause });
}
