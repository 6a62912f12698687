// The security schemes of OpenAPI 3.1: what each does to a request with the credential that a client was given.
import type { SecurityAlternatives } from './operation-definition.ts';

/** A request whose credentials are being added; `query` holds encoded pairs, `cookies` likewise. */
export interface Authorized {
  headers: Headers;
  query: string[];
  cookies: string[];
}

/** Adds a credential to a request. */
export type SecurityScheme = (credential: unknown, request: Authorized) => void;

/** A credential, or a function that gives it; it is asked before each attempt, so that it may renew a token. */
export type Credential<TValue = string> = TValue | (() => TValue | Promise<TValue>);

/** User name and password. */
export interface BasicCredential {
  username: string;
  password: string;
}

/** Tokens of `http` with the scheme `bearer`, of `oauth2` and of `openIdConnect`. */
export const bearer: SecurityScheme = (token, { headers }) => headers.set('Authorization', `Bearer ${token}`);

/** User name and password in UTF-8 (RFC 7617). */
export const basic: SecurityScheme = (credential, { headers }) => {
  const { username, password } = credential as BasicCredential;
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  headers.set('Authorization', `Basic ${btoa(String.fromCharCode(...bytes))}`);
};

/** Any other scheme of `http`; the credential is what follows its name. */
export const httpScheme =
  (name: string): SecurityScheme =>
  (credential, { headers }) =>
    headers.set('Authorization', `${name} ${credential}`);

export const headerKey =
  (name: string): SecurityScheme =>
  (key, { headers }) =>
    headers.set(name, String(key));

export const queryKey =
  (name: string): SecurityScheme =>
  (key, { query }) =>
    query.push(pair(name, key));

/** Browsers send no cookie that a program names: for servers and tests. */
export const cookieKey =
  (name: string): SecurityScheme =>
  (key, { cookies }) =>
    cookies.push(pair(name, key));

/** Needs nothing of a request: the connection itself says who is there. */
export const mutualTls: SecurityScheme = () => undefined;

function pair(name: string, value: unknown): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;
}

/** What a client knows of security. */
export interface Keyring {
  schemes: Readonly<Record<string, SecurityScheme>>;
  auth: Readonly<Record<string, unknown>>;
}

/** Adds the credentials of the first alternative that all of are given for; none where there is no such alternative. */
export async function authorize(
  request: Authorized,
  alternatives: SecurityAlternatives,
  { schemes, auth }: Keyring,
): Promise<void> {
  const needsNone = (name: string) => schemes[name] === mutualTls;
  const chosen = alternatives.find((names) => names.every((name) => auth[name] != null || needsNone(name)));
  for (const name of chosen ?? []) {
    const credential = auth[name];
    schemes[name]?.(typeof credential === 'function' ? await credential() : credential, request);
  }
}
