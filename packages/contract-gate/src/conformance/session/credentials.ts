// The credentials of a run: which headers, query parameters and cookies carry them, and their replacement in findings.

import type { JsonObject, OpenApiModel, Operation } from '@keyframe/openapi-model';
import { decodePercent, isHeader } from '@keyframe/openapi-runtime/wire';
import type { Finding, SentRequest } from '../../finding.ts';
import { UsageError } from '../../usage-error.ts';
import type { Authorization, ConformanceOptions, LimitedCredentials, SignedRequest } from '../conformance.ts';
import type { KeyLocations } from '../requests/draft.ts';
import { ALTERATIONS, alterCredential, readBasic, splitCredential } from './altered-credentials.ts';
import { createRedactor, HIDDEN, type Redact, redactFinding } from './redaction.ts';

/** Credentials by the name of their header, or of an API key that the document puts in the query or in a cookie. */
type Named = Readonly<Record<string, string>>;

/** The options of a run that contain credentials. */
type Access = Pick<ConformanceOptions, 'auth' | 'headers' | 'limited' | 'otherHeaders'>;

const SECRET = /^(?:authorization|cookie|proxy-authorization|x-api-key|.*-token|.*-secret)$/i;
/** An invalid credential; findings may show it. */
export const MADE_UP = 'contract-gate';

// Shows which headers a function returns that signs requests.
const SAMPLE_REQUEST: SignedRequest = {
  method: 'GET',
  url: 'http://localhost/',
  headers: [],
  body: undefined,
};

/** Holds the credentials of both owners. */
export class Credentials {
  readonly #common: Named;
  readonly #auth: Authorization | undefined;
  readonly #names: ReadonlySet<string>;
  readonly #secret: Set<string>;
  readonly #values: Set<string>;
  #redact: Redact | undefined;
  #own: Named = {};
  /** Cookies that the server has set. */
  #cookies: Named = {};
  readonly #given = new Set<string>();
  /** The headers of the second owner; undefined if the run has no second owner. */
  readonly other: Named | undefined;
  readonly keyLocations: KeyLocations;

  /** `secrets` are further values that findings must not contain. Throws UsageError for a value that no header can have. */
  constructor(
    model: OpenApiModel,
    { headers = {}, otherHeaders, auth, limited = [] }: Access,
    secrets: readonly string[] = [],
  ) {
    this.#names = carrierNames(model);
    this.keyLocations = findKeyLocations(model);
    this.#common = headers;
    this.#auth = auth;
    this.other = otherHeaders && { ...withoutNames(headers, lowerCaseNames(otherHeaders)), ...otherHeaders };
    const others = [otherHeaders ?? {}, ...limited.map((one) => one.headers)];
    for (const one of others) this.#requireHeaders(one);
    this.#secret = new Set([...this.#names, ...others.flatMap(lowerCaseNames)]);
    this.#values = new Set([...secrets, ...others.flatMap((one) => Object.values(one))]);
  }

  /** Reads the credentials; calls the function if they come from one. Throws UsageError for a value that no header can have. */
  async refresh(): Promise<void> {
    const given = typeof this.#auth === 'function' ? await this.#auth(SAMPLE_REQUEST) : (this.#auth ?? {});
    for (const name of lowerCaseNames(given)) {
      this.#secret.add(name);
      this.#given.add(name);
    }
    this.#replaceOwn({ ...this.#cookies, ...withoutNames(this.#common, lowerCaseNames(given)), ...given });
  }

  /** Whether the credentials come from a function, so that they can be renewed. */
  get isRenewable(): boolean {
    return typeof this.#auth === 'function';
  }

  /** Whether the function takes a request, so that it signs each. */
  get isSigned(): boolean {
    return typeof this.#auth === 'function' && this.#auth.length > 0;
  }

  /** Reports whether `auth` sets a header. */
  isGiven(name: string): boolean {
    return this.#given.has(name.toLowerCase());
  }

  /** Returns the headers that sign a request. */
  async sign(request: SignedRequest): Promise<Named> {
    return typeof this.#auth === 'function' ? this.#auth(request) : {};
  }

  /** Keeps a cookie of the server unless the options of the run have it; false if they do. */
  keepCookie(name: string, value: string): boolean {
    const isFixed = Object.hasOwn(this.#own, name) && !Object.hasOwn(this.#cookies, name);
    if (isFixed || this.#own[name] === value) return false;
    this.#cookies = { ...this.#cookies, [name]: value };
    this.#replaceOwn({ ...this.#own, [name]: value });
    return true;
  }

  #replaceOwn(own: Named): void {
    this.#requireHeaders(own);
    this.#own = own;
    for (const [name, value] of Object.entries(this.#own)) {
      if (!this.#isSecret(name)) continue;
      // A server may echo the credentials that checks have changed.
      const altered = ALTERATIONS.map(([, change]) => alterCredential([name, value], change));
      for (const one of [value, ...altered]) this.#values.add(one);
    }
    this.#redact = createRedactor([...this.#values].flatMap(listSecrets));
  }

  #requireHeaders(named: Named): void {
    for (const [name, value] of Object.entries(named)) {
      if (this.keyLocations.get(name) === 'query' || isHeader(name, value)) continue;
      throw new UsageError(`The header "${name}" has characters that no header can have.`);
    }
  }

  /** The headers of the first owner. */
  get own(): Named {
    return this.#own;
  }

  /** Whether the run has credentials. */
  get isKnown(): boolean {
    return lowerCaseNames(this.#own).some((name) => this.#names.has(name));
  }

  /** The headers without credentials. */
  get none(): Named {
    return withoutNames(this.#own, [...this.#names]);
  }

  /** The headers and API keys that carry the credentials of the first owner. */
  get carriers(): Named {
    return Object.fromEntries(
      Object.entries(this.#own).filter(([name]) => this.#names.has(name.toLowerCase())),
    );
  }

  #isSecret(name: string): boolean {
    return this.#secret.has(name.toLowerCase()) || SECRET.test(name);
  }

  /** Replaces the credentials in a text by `$CREDENTIALS`. */
  redact(text: string): string {
    return this.#redact?.(text) ?? text;
  }

  /**
   * Replaces the credentials in a finding by `$CREDENTIALS`, wherever they occur: findings are printed, uploaded and
   * shared, and a server may echo a request.
   */
  hide(finding: Finding): Finding {
    const { request, before } = finding;
    const named = {
      ...finding,
      ...(request ? { request: this.#hideRequest(request) } : {}),
      ...(before ? { before: before.map((one) => this.#hideRequest(one)) } : {}),
    };
    return redactFinding(named, (text) => this.redact(text));
  }

  #hideRequest({ url, headers, ...request }: SentRequest): SentRequest {
    const [target = '', query] = url.split('?');
    const pairs = query?.split('&').map((pair) => {
      const [name = '', value] = pair.split('=');
      const isKey = this.keyLocations.get(decodePercent(name)) === 'query';
      return isKey && value !== undefined ? `${name}=${hideValue(value)}` : pair;
    });
    return {
      ...request,
      url: pairs === undefined ? url : `${target}?${pairs.join('&')}`,
      headers: headers.map(
        ([name, value]) => [name, this.#isSecret(name) ? hideHeader(name, value) : value] as const,
      ),
    };
  }
}

// A header may contain more than the secret: a scheme, a cookie name, other cookies.
function listSecrets(value: string): string[] {
  const { scheme, token } = splitCredential(value);
  const password = /^basic$/i.test(scheme) ? readBasic(token).password : undefined;
  const cookies = [...value.matchAll(/=([^;]+)/g)].map(([, cookie = '']) => cookie);
  return [token, password ?? '', ...cookies];
}

function hideHeader(header: string, value: string): string {
  if (header.toLowerCase() !== 'cookie') return hideValue(value);
  return value.replaceAll(/=([^;]*)/g, (_, text: string) => `=${hideValue(text)}`);
}

function hideValue(value: string): string {
  // The scheme, such as `Bearer `, stays visible.
  const scheme = /^[A-Za-z]+ (?=\S)/.exec(value)?.[0] ?? '';
  const secret = value.slice(scheme.length);
  return ['', 'none', MADE_UP].includes(secret.trim()) ? value : `${scheme}${HIDDEN}`;
}

function apiKeys({ securitySchemes }: OpenApiModel): { name: string; location: string }[] {
  return [...securitySchemes.values()]
    .filter(({ type }) => type === 'apiKey')
    .map(({ value }) => ({ name: String(value.name), location: String(value.in) }));
}

function findKeyLocations(model: OpenApiModel): KeyLocations {
  return new Map(
    apiKeys(model).flatMap(({ name, location }) =>
      location === 'cookie' || location === 'query' ? [[name, location] as const] : [],
    ),
  );
}

function carrierNames(model: OpenApiModel): Set<string> {
  if (model.securitySchemes.size === 0) return new Set();
  // A server may accept credentials in another header than its document has.
  return new Set(['authorization', 'cookie', ...apiKeys(model).map(({ name }) => name.toLowerCase())]);
}

/** Whether an operation may be called without credentials. */
export function isPublic({ security }: Operation): boolean {
  return security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0);
}

/**
 * Whether an operation requires credentials that a request carries: the connection has the client certificate of
 * mutualTLS, and a scheme that the document does not declare may be anything.
 */
export function isProtected(
  { security }: Pick<Operation, 'security'>,
  { securitySchemes }: Pick<OpenApiModel, 'securitySchemes'>,
): boolean {
  const isCarried = (name: string) => ![undefined, 'mutualTLS'].includes(securitySchemes.get(name)?.type);
  return security.length > 0 && security.every((requirement) => Object.keys(requirement).some(isCarried));
}

/** Whether limited credentials are sufficient for an operation. */
export function isAllowed(
  { security }: Operation,
  { headers, scopes }: LimitedCredentials,
  { securitySchemes }: OpenApiModel,
): boolean {
  return security.some((requirement) =>
    Object.entries(requirement).every(
      ([name, needed]) =>
        satisfiesScheme(headers, securitySchemes.get(name)?.value) &&
        needed.every((scope) => scopes.includes(scope)),
    ),
  );
}

// Basic credentials satisfy a basic scheme, tokens the other schemes.
function satisfiesScheme(headers: Named, scheme: JsonObject | undefined): boolean {
  const authorization = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  const { type, scheme: kind, name } = scheme ?? {};
  if (type === 'apiKey')
    return lowerCaseNames(headers).includes(String(name).toLowerCase()) || 'cookie' in headers;
  if (authorization === undefined || type === 'mutualTLS') return true;
  const isBasic = /^basic\b/i.test(authorization);
  return type === 'http' && /^basic$/i.test(String(kind)) ? isBasic : !isBasic;
}

function lowerCaseNames(headers: Named): string[] {
  return Object.keys(headers).map((name) => name.toLowerCase());
}

function withoutNames(headers: Named, names: readonly string[]): Named {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())));
}
