/**
 * Waits for work no longer than until the signal fires, and then rejects with its reason. What the work comes to
 * afterwards, an answer or an error, reaches nobody.
 */
export async function untilAborted<TResult>(
  start: () => Promise<TResult>,
  signal: AbortSignal,
): Promise<TResult> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([start(), promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
