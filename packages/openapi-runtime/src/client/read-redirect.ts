import { readAny } from './read-any.ts';
import type { ResponseReader } from './reading.ts';

/**
 * Reads the responses of an operation whose only successes are redirects: the data is the absolute URL that `Location`
 * names (RFC 9110, section 15.4). Browsers hide the location of a redirect; there the call rejects.
 */
export const readRedirect: ResponseReader = async (response, reading) => {
  const location = response.headers.get('location');
  const { status } = response;
  if (status < 300 || status > 399 || location === null) return readAny(response, reading);
  await response.body?.cancel();
  reading.deadline.end();
  const data = new URL(location, response.url || reading.target.url).href;
  return { ok: true, status, contentType: undefined, data, response };
};
