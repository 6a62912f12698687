const TIMEOUT_MS = 5_000;

/** Tells whether a GET of a URL is answered 2xx within five seconds. */
export function isReady(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    (response) => response.ok,
    () => false,
  );
}
