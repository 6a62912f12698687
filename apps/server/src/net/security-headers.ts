/** Security headers for browsers, by the kind of response. */
import type { OperationRequest } from '@keyframe/openapi-runtime/server';
import type { Env, MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

const COMMON = {
  // Browsers ignore it over plain HTTP; subdomains are not this server's to decide on.
  strictTransportSecurity: 'max-age=31536000',
  xFrameOptions: 'DENY',
  // Headers for old browsers, or for pages that open windows: each costs every response a microsecond.
  xXssProtection: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xDnsPrefetchControl: false,
  originAgentCluster: false,
  crossOriginOpenerPolicy: false,
};

const NOTHING = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };

const DATA_HEADERS = Object.entries({
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': `${COMMON.strictTransportSecurity}`,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': COMMON.xFrameOptions,
});

/** Adds headers for data, which a browser that opens it neither runs nor frames; a route's own headers win. */
export function addDataHeaders<TEnv extends Env>(request: OperationRequest<TEnv>): undefined {
  for (const [name, value] of DATA_HEADERS) request.setHeader(name, value);
}

/** For results, which any page may show. */
export const resultHeaders: MiddlewareHandler = secureHeaders({
  ...COMMON,
  contentSecurityPolicy: NOTHING,
  crossOriginResourcePolicy: 'cross-origin',
});

/** For a page of the docs: it runs its own scripts and those of the site, and asks no other host for anything. */
export function docsHeaders(scriptHashes: readonly string[]): MiddlewareHandler {
  return secureHeaders({
    ...COMMON,
    contentSecurityPolicy: {
      ...NOTHING,
      scriptSrc: ["'self'", ...scriptHashes],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ['data:'],
      workerSrc: ["'self'"],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
    },
  });
}

/** For the console: scripts and styles of its own files alone, videos also from the origins of results. */
export function consoleHeaders(resultOrigins: readonly string[]): MiddlewareHandler {
  return secureHeaders({
    ...COMMON,
    contentSecurityPolicy: {
      ...NOTHING,
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      mediaSrc: ["'self'", ...resultOrigins],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
    },
  });
}
