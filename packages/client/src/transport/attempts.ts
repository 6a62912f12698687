// What every request goes through: a bound for each attempt, and another attempt where that may help.
import type { Clock } from '../clock.ts';
import { type Deadline, startDeadline } from '../deadline.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { isKeyframeError } from '../errors/keyframe-error.ts';
import { NetworkError } from '../errors/network-error.ts';
import { retryDelayMs } from './retry.ts';

/** Whoever is asked to wait longer than the service's window has more to do than to try again. */
const LONGEST_PAUSE_MS = 60_000;

/** What logs are written to; `console` is one. */
export interface Logger {
  debug(message: string): void;
  warn(message: string): void;
}

/** Options of one call; they replace those of the client. */
export interface AttemptOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Bounds each attempt, in milliseconds; 30 seconds by default, Infinity for no bound. */
  timeout?: number | undefined;
  /** Attempts after the first; 4 by default. */
  retries?: number | undefined;
}

/** The same for all calls of one client. */
export interface AttemptSettings {
  timeout: number;
  retries: number;
  logger: Logger | undefined;
  clock: Clock;
  random: () => number;
}

/** What is asked for, as errors and logs name it. */
export interface Target {
  method: string;
  url: string;
}

/** Requires milliseconds or a count. */
export function requireAmount(name: string, value: number): number {
  if (value >= 0) return value;
  throw new ConfigurationError(`${name} must be a number of at least 0 (got ${value}).`);
}

/**
 * Runs attempts until one succeeds, fails for good, or was the last.
 * @throws the signal's reason when it is aborted, else a `KeyframeError`
 */
export async function withAttempts<TResult>(
  settings: AttemptSettings & AttemptOptions,
  target: Target,
  attempt: (deadline: Deadline) => Promise<TResult>,
): Promise<TResult> {
  const { clock, random, logger, signal } = settings;
  const retries = requireAmount('retries', settings.retries);
  for (let failures = 1; ; failures += 1) {
    try {
      return await attemptOnce(settings, target, attempt);
    } catch (error) {
      signal?.throwIfAborted();
      const delayMs = failures > retries ? undefined : retryDelayMs(error, failures, random);
      if (delayMs === undefined || delayMs > LONGEST_PAUSE_MS) throw error;
      logger?.warn(`${(error as Error).message} Retrying in ${delayMs} ms.`);
      await clock.sleep(delayMs, signal);
    }
  }
}

async function attemptOnce<TResult>(
  { clock, signal, timeout }: AttemptSettings & AttemptOptions,
  target: Target,
  attempt: (deadline: Deadline) => Promise<TResult>,
): Promise<TResult> {
  const ms = requireAmount('timeout', timeout);
  const reason = () => new DOMException(`no response within ${ms} ms`, 'TimeoutError');
  const deadline = startDeadline({ clock, ms, reason, signal });
  try {
    deadline.signal.throwIfAborted();
    return await deadline.until(attempt(deadline));
  } catch (error) {
    deadline.end();
    throw isKeyframeError(error) ? error : networkError(error, target);
  }
}

/** Makes the error for whatever kept the whole response from arriving; `fetch failed` alone would tell nothing. */
export function networkError(cause: unknown, target: Target): NetworkError {
  const { message, cause: root } = cause instanceof Error ? cause : new Error(String(cause));
  const why = root instanceof Error && root.message !== '' ? `${message} (${root.message})` : message;
  return new NetworkError(`Request failed: ${target.method} ${target.url}: ${why}.`, { ...target, cause });
}
