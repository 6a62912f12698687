// Decides who may call a served mock: not the pages of other sites, neither directly nor by rebinding a name of theirs.
import { isIP } from 'node:net';
import type { MockRequest } from '../exchange.ts';
import { isLoopback } from '../time/callback-guard.ts';

/** The pages and names that are allowed beside those of this machine. */
export interface CallerRules {
  allowOrigins: readonly string[];
  allowHosts: readonly string[];
}

/** Reports whether pages of an origin may call the mock. */
export function isAllowedOrigin(
  origin: string,
  { allowOrigins }: Pick<CallerRules, 'allowOrigins'>,
): boolean {
  return isLocalPage(origin) || allowOrigins.includes(origin);
}

/** Explains why a request is refused; undefined if it is not. */
export function findRefusal(
  { headers: { origin, host = '' }, url }: Pick<MockRequest, 'headers' | 'url'>,
  rules: CallerRules,
): string | undefined {
  // Browsers write the name here, never into the target.
  const hostUrl = `http://${host}`;
  const { hostname } = URL.canParse(hostUrl) ? new URL(hostUrl) : url;
  // A page can give a name of its own the address of this machine; it has no dotless name, and no address.
  const isName = hostname.includes('.') && !isLoopback(hostname) && isIP(hostname) === 0;
  const isAllowedName = rules.allowHosts.some((name) => name.toLowerCase() === hostname);
  if (isName && !isAllowedName) return `The host ${hostname} may not name the mock: --allow-host permits it.`;
  const isForeign = origin !== undefined && origin !== url.origin && !isAllowedOrigin(origin, rules);
  return isForeign ? `Pages of ${origin} may not call the mock: --allow-origin permits them.` : undefined;
}

function isLocalPage(origin: string): boolean {
  return URL.canParse(origin) && isLoopback(new URL(origin).hostname);
}
