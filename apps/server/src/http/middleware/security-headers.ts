/** What browsers are told about the server's answers, each by the kind of answer. */
import type { ReferencePage } from '@keyframe/docs';
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

/** For data, which a browser that opens it neither runs nor frames; a route's own headers win. */
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

/** For the docs: their page gets what it names, and asks no other host for anything. */
export function docsHeaders(sources: ReferencePage['sources']): MiddlewareHandler {
  const nowhere = { baseUri: ["'none'"], formAction: ["'none'"] };
  return secureHeaders({ ...COMMON, contentSecurityPolicy: { ...NOTHING, ...sources, ...nowhere } });
}
