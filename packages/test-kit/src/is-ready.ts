const TIMEOUT_MS = 5_000;

/** Returns whether a GET of a URL returns a 2xx status within five seconds. */
export function isReady(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    (response) => response.ok,
    () => false,
  );
}
