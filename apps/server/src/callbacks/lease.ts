/** Time after its timeout in which an attempt may still be recorded, before another process repeats it. */
const LEASE_MARGIN_MS = 5_000;

/** Returns how long a claimed delivery belongs to the process that claimed it, in milliseconds. */
export function leaseDuration(callbackTimeoutMs: number): number {
  return callbackTimeoutMs + LEASE_MARGIN_MS;
}
