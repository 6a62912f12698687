/** What browsers are told about the server's answers, each by the kind of answer. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

const COMMON = {
  // Browsers ignore it over plain HTTP; subdomains are not this server's to decide on.
  strictTransportSecurity: 'max-age=31536000',
  xFrameOptions: 'DENY',
  // Of browsers long gone, or of pages that open windows: each costs every answer a microsecond.
  ...{ xXssProtection: false, xDownloadOptions: false, xPermittedCrossDomainPolicies: false },
  ...{ xDnsPrefetchControl: false, originAgentCluster: false, crossOriginOpenerPolicy: false },
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
export function docsHeaders(directory: string): MiddlewareHandler {
  return secureHeaders({
    ...COMMON,
    contentSecurityPolicy: {
      ...NOTHING,
      scriptSrc: scriptHashes(join(directory, 'index.html')),
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

/** Hashes the scripts inside a page; without the page, which a build makes, nothing may run. */
function scriptHashes(page: string): string[] {
  if (!existsSync(page)) return ["'none'"];
  const scripts = readFileSync(page, 'utf8').matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}
