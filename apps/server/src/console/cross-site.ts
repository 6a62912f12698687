/**
 * Refuses requests that pages of other sites make with the cookie of a signed-in user (CSRF), like Go's
 * CrossOriginProtection does: `Sec-Fetch-Site` decides, which every browser of today sends to a trustworthy origin; to
 * others, `Origin` decides. A request with neither comes from no page.
 */
import type { MiddlewareHandler } from 'hono';
import { consoleOrigin } from '../people/console-links.ts';
import { forbidden } from './errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** Creates the middleware. `publicUrl` is the address of the pages, even if a proxy in front changes `Host`. */
export function refuseCrossSite(publicUrl: string): MiddlewareHandler {
  const publicHosts = [publicUrl, consoleOrigin(publicUrl)].map((url) => new URL(url).host);
  return async ({ req }, next) => {
    const isAllowed =
      SAFE_METHODS.has(req.method) ||
      isSameSite({
        fetchSite: req.header('sec-fetch-site'),
        origin: req.header('origin'),
        hosts: [...publicHosts, req.header('host')],
      });
    if (!isAllowed) throw forbidden('Requests from pages of other sites are refused.');
    await next();
  };
}

interface RequestSource {
  readonly fetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly hosts: readonly (string | undefined)[];
}

function isSameSite({ fetchSite, origin, hosts }: RequestSource): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  if (origin === undefined) return true;
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}
