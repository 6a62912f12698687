// Directives in the prompts of test keys, which force an outcome.

/** The outcome that a prompt forces. */
export interface Directives {
  failedReason: string | undefined;
  refundFails: boolean;
  /** Milliseconds that the outcome comes later. */
  delayMs: number;
}

const NONE: Directives = { failedReason: undefined, refundFails: false, delayMs: 0 };

/** Reads the directives of a prompt; those of live keys have no effect. */
export function readDirectives(prompt: string, isTest: boolean): Directives {
  if (!isTest) return NONE;
  const refundFails = /#sandbox:refund_failed\b/.test(prompt);
  const reason = /#sandbox:fail=([a-z][a-z0-9_]{0,63})/.exec(prompt)?.[1];
  const forced = /#sandbox:timeout\b/.test(prompt) ? 'timed_out' : reason;
  const [, seconds = '0'] = /#sandbox:delay=(\d{1,5}(?:\.\d{1,3})?)s\b/.exec(prompt) ?? [];
  return {
    failedReason: forced ?? (refundFails ? 'provider_failed' : undefined),
    refundFails,
    delayMs: Number(seconds) * 1_000,
  };
}
