/** Targets of redirects: pages of the console only, so that nobody sends a user of the console to another site (CWE-601). */
import { APIError } from 'better-auth/api';

/**
 * Checks that a target is a page of the console at an origin. A target must be its own normal form: text that a parser changes,
 * such as `/.//evil.example` or `/\t/evil.example`, can become another address in the next one.
 */
export function isConsolePage(target: string, origin: string): boolean {
  const url = target.startsWith('/') ? `${origin}${target}` : target;
  return url.startsWith(`${origin}/console/`) && URL.canParse(url) && new URL(url).href === url;
}

/** Members of a request that better-auth redirects to, now or after the sign-in at the provider. */
const TARGET_NAME = /url$|^redirectTo$/i;

/**
 * Rejects a request of better-auth that names a target outside of the console.
 * @throws {APIError} with status 400
 */
export function refuseForeignTargets(
  origin: string,
  { body, query }: { readonly body?: unknown; readonly query?: unknown },
): void {
  for (const fields of [body, query]) {
    if (typeof fields !== 'object' || fields === null) continue;
    for (const [name, target] of Object.entries(fields)) {
      if (!TARGET_NAME.test(name) || target === undefined) continue;
      if (typeof target === 'string' && isConsolePage(target, origin)) continue;
      throw new APIError('BAD_REQUEST', {
        message: `${name}: must be a page of the console, such as /console/`,
      });
    }
  }
}

/** Replaces a redirect to anything but a page of the console by one to its sign-in page. */
export function keepInConsole(response: Response, origin: string): Response {
  const location = response.headers.get('location');
  const isRedirect = response.status >= 300 && response.status < 400;
  if (!isRedirect || location === null || isConsolePage(location, origin)) return response;
  const headers = new Headers(response.headers);
  headers.set('location', `${origin}/console/sign-in`);
  return new Response(null, { status: response.status, headers });
}
