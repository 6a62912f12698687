/** What browsers are told about the server's answers, each by the kind of answer. */
import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

const COMMON = {
  // Browsers ignore it over plain HTTP; subdomains are not this server's to decide on.
  strictTransportSecurity: 'max-age=31536000',
  xFrameOptions: 'DENY',
  // Of browsers long gone, or of pages that open windows: each costs every answer a microsecond.
  xXssProtection: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xDnsPrefetchControl: false,
  originAgentCluster: false,
  crossOriginOpenerPolicy: false,
};

const NOTHING = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };

/** For data, which a browser that is led to show it neither runs nor frames; a route's own headers win. */
export const dataHeaders: MiddlewareHandler = secureHeaders({
  ...COMMON,
  contentSecurityPolicy: NOTHING,
  overwrite: false,
});

/** For results, which any page may show. */
export const resultHeaders: MiddlewareHandler = secureHeaders({
  ...COMMON,
  contentSecurityPolicy: NOTHING,
  crossOriginResourcePolicy: 'cross-origin',
});

/** For the docs: their page runs its own scripts, known by their hashes, and asks no other host for anything. */
export function docsHeaders(page: string): MiddlewareHandler {
  return secureHeaders({
    ...COMMON,
    contentSecurityPolicy: {
      ...NOTHING,
      scriptSrc: scriptHashes(page),
      styleSrc: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ['data:'],
      // The page's search runs in a worker that it makes itself.
      workerSrc: ['blob:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
    },
  });
}

/** Hashes the scripts inside a page. */
function scriptHashes(page: string): string[] {
  const scripts = page.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}
