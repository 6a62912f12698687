import { readFileSync } from 'node:fs';
import { request } from 'node:https';

/** Creates a `fetch` for callbacks over TLS that trusts the authority of a receiver. */
export function createTrustingFetch(caFile: string): typeof fetch {
  const ca = readFileSync(caFile);
  return async (input, { method = 'GET', headers, body } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const options = { method, ca, headers: Object.fromEntries(new Headers(headers)) };
    const sent = request(String(input), options, (response) => {
      response.resume();
      resolve(new Response(null, { status: response.statusCode ?? 500 }));
    });
    sent.on('error', reject);
    sent.end(body);
    return promise;
  };
}
