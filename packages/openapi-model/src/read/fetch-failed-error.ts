/** A file at a URL could not be read; the message names the URL, and the status if there was a response. */
export class FetchFailedError extends Error {
  readonly code = 'fetch_failed';
  override readonly name = 'FetchFailedError';

  constructor(url: URL, reason: string, options?: ErrorOptions) {
    super(`Request failed: GET ${url.href} (${reason}).`, options);
  }
}
