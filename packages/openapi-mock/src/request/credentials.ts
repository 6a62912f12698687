// Checks that a request carries the credentials that an operation requires.
import type { OpenApiModel, Operation, SecurityScheme } from '@keyframe/openapi-model';
import { readCookies } from '@keyframe/openapi-runtime/wire';
import { getHeader, type HeaderTexts } from '../exchange.ts';

/** The parts of a request that hold credentials. */
export interface Credentials {
  headers: HeaderTexts;
  url: URL;
  /** The values that are accepted; undefined for any. */
  accepted: readonly string[] | undefined;
}

/** Reports whether a request satisfies one of the alternatives of an operation. */
export function hasCredentials(
  { securitySchemes }: Pick<OpenApiModel, 'securitySchemes'>,
  { security }: Pick<Operation, 'security'>,
  credentials: Credentials,
): boolean {
  if (security.length === 0) return true;
  return security.some((requirement) =>
    Object.keys(requirement).every((name) => {
      const scheme = securitySchemes.get(name);
      return scheme === undefined || isPresent(scheme, credentials);
    }),
  );
}

function isPresent(scheme: SecurityScheme, credentials: Credentials): boolean {
  if (scheme.type === 'mutualTLS') return true;
  const value = findCredential(scheme, credentials);
  if (value === undefined || value === '') return false;
  return credentials.accepted === undefined || credentials.accepted.includes(value);
}

function findCredential({ type, value }: SecurityScheme, { headers, url }: Credentials): string | undefined {
  const name = typeof value.name === 'string' ? value.name : '';
  if (type === 'apiKey') {
    if (value.in === 'query') return url.searchParams.get(name) ?? undefined;
    if (value.in === 'header') return getHeader(headers, name);
    return readCookies(headers.cookie ?? '').find(([key]) => key === name)?.[1];
  }
  const expectedScheme = type === 'http' && typeof value.scheme === 'string' ? value.scheme : 'bearer';
  const [scheme = '', ...words] = (headers.authorization ?? '').split(' ');
  return scheme.toLowerCase() === expectedScheme.toLowerCase() ? words.join(' ').trim() : undefined;
}
