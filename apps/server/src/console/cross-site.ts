/**
 * Refuses requests that pages of other sites make with the cookie of whoever is signed in (CSRF), as Go's
 * CrossOriginProtection does: `Sec-Fetch-Site` decides, which every browser of today sends to a trustworthy origin; to
 * others, `Origin` decides. A request with neither comes from no page.
 */
import type { MiddlewareHandler } from 'hono';
import { forbidden } from './errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD']);

export const refuseCrossSite: MiddlewareHandler = async ({ req }, next) => {
  const isAllowed =
    SAFE_METHODS.has(req.method) ||
    isSameSite({
      fetchSite: req.header('sec-fetch-site'),
      origin: req.header('origin'),
      host: req.header('host'),
    });
  if (!isAllowed) throw forbidden('Requests from pages of other sites are refused.');
  await next();
};

interface RequestSource {
  readonly fetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly host: string | undefined;
}

function isSameSite({ fetchSite, origin, host }: RequestSource): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
