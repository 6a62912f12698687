// The security schemes of OpenAPI 3.1: what each does to a request with the credential that a client was given.
import type { OperationDefinition, RequestParts, SecurityAlternatives } from './operation-definition.ts';
import { addCookie, addToQuery } from './write-request.ts';

const AUTHORIZATION = 'authorization';

/** The parts of a request that can contain credentials. */
export type Authorized = Pick<RequestParts, 'headers' | 'url'>;

/** Adds a credential to a request. */
export type SecurityScheme = (credential: unknown, request: Authorized) => void;

/**
 * A credential, or a function that returns it. The function is called before each attempt, so that it can renew a
 * token.
 */
export type Credential<TValue = string> = TValue | (() => TValue | Promise<TValue>);

/** User name and password. */
export interface BasicCredential {
  username: string;
  password: string;
}

/** Tokens of `http` with the scheme `bearer`, of `oauth2` and of `openIdConnect`. */
export const bearer: SecurityScheme = (token, { headers }) => {
  headers[AUTHORIZATION] = `Bearer ${token}`;
};

/** User name and password in UTF-8 (RFC 7617). */
export const basic: SecurityScheme = (credential, { headers }) => {
  const { username, password } = credential as BasicCredential;
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  headers[AUTHORIZATION] = `Basic ${btoa(String.fromCharCode(...bytes))}`;
};

/** Any other scheme of `http`; the credential is what follows its name. */
export const httpScheme =
  (name: string): SecurityScheme =>
  (credential, { headers }) => {
    headers[AUTHORIZATION] = `${name} ${credential}`;
  };

/** Sends an API key in a header. */
export const headerKey =
  (name: string): SecurityScheme =>
  (key, { headers }) => {
    headers[name.toLowerCase()] = String(key);
  };

/** Sends an API key in the query. */
export const queryKey =
  (name: string): SecurityScheme =>
  (key, request) =>
    addToQuery(request, pair(name, key));

/** Sends an API key in a cookie, on servers and in tests: browsers send no cookie that a program names. */
export const cookieKey =
  (name: string): SecurityScheme =>
  (key, request) =>
    addCookie(request, pair(name, key));

/** Needs nothing of a request: the connection itself says who is there. */
export const mutualTls: SecurityScheme = () => undefined;

function pair(name: string, value: unknown): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;
}

/** Gives a request with its credentials; the one that it is given stays as it was. */
export type Authorize = (
  parts: RequestParts,
  definition: Pick<OperationDefinition, 'security'>,
) => Promise<RequestParts>;

/** The credentials of all operations, as the document specifies them. */
export interface SecurityDefinition {
  schemes: Readonly<Record<string, SecurityScheme>>;
  /** Applies to operations that specify no security. */
  security: SecurityAlternatives;
}

/** Adds the credentials of the first alternative that needs some and has all; none where there is no such alternative. */
export function authorizeBy({ schemes, security }: SecurityDefinition, credentials: object = {}): Authorize {
  const auth: Readonly<Record<string, unknown>> = { ...credentials };
  const isGiven = (name: string) => auth[name] != null || schemes[name] === mutualTls;
  return async (parts, definition) => {
    const authorized = { ...parts, headers: { ...parts.headers } };
    const alternatives = definition.security ?? security;
    // An operation that needs no credential, but takes one, gets it.
    for (const name of alternatives.find((names) => names[0] && names.every(isGiven)) ?? []) {
      const credential = auth[name];
      schemes[name]?.(typeof credential === 'function' ? await credential() : credential, authorized);
    }
    return authorized;
  };
}
