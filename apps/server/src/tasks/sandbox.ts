/** Directives in the prompt of a test key (OPEN-22); prompts of live keys are not searched for them. */
import type { Mode } from '../db/tables.ts';

export interface SandboxDirectives {
  /** `#sandbox:fail=<reason>`, or `#sandbox:timeout` as `timed_out`. */
  readonly failedReason: string | undefined;
  /** `#sandbox:refund_failed`: the task fails, and so does its refund. */
  readonly refundFails: boolean;
  /** `#sandbox:delay=<n>s`: stays `generating` that long first. */
  readonly delayMs: number;
}

const FAIL = /#sandbox:fail=([a-z][a-z0-9_]{0,63})/;
const TIMEOUT = /#sandbox:timeout\b/;
const REFUND_FAILED = /#sandbox:refund_failed\b/;
const DELAY = /#sandbox:delay=(\d{1,5}(?:\.\d{1,3})?)s\b/;

/** Reads the directives of a task's prompt. */
export function sandboxDirectives(task: {
  readonly mode: Mode;
  readonly input: { readonly prompt: string };
}): SandboxDirectives {
  const prompt = task.mode === 'test' ? task.input.prompt : '';
  const refundFails = REFUND_FAILED.test(prompt);
  const forced = TIMEOUT.test(prompt) ? 'timed_out' : FAIL.exec(prompt)?.[1];
  return {
    failedReason: forced ?? (refundFails ? 'provider_failed' : undefined),
    refundFails,
    delayMs: Number(DELAY.exec(prompt)?.[1] ?? 0) * 1000,
  };
}
