// The credentials of a run: which headers, query parameters and cookies carry them, and what stands in their place.
import type { JsonObject, OpenApiModel, Operation } from '@keyframe/openapi-model';
import type { Finding, SentRequest } from '../finding.ts';
import type { Authorization, ConformanceOptions, LimitedCredentials } from './conformance.ts';
import { HIDDEN, type Redact, redactedFinding, redactorOf } from './redaction.ts';

/** Credentials by the name of their header, or of an API key that the document puts in the query or in a cookie. */
type Named = Readonly<Record<string, string>>;

/** What a run may do, and as whom. */
type Access = Pick<ConformanceOptions, 'auth' | 'headers' | 'limited' | 'otherHeaders'>;

/** Where the document puts API keys that are no headers, by their names. */
export type KeyPlaces = ReadonlyMap<string, 'cookie' | 'query'>;

const SECRET = /^(?:authorization|cookie|proxy-authorization|x-api-key|.*-token|.*-secret)$/i;
/** A credential of nobody, which hides nothing. */
export const MADE_UP = 'contract-gate';

/** Holds the credentials of both owners. */
export class Credentials {
  readonly #common: Named;
  readonly #auth: Authorization | undefined;
  readonly #names: ReadonlySet<string>;
  readonly #secret: Set<string>;
  readonly #values: Set<string>;
  #redact: Redact | undefined;
  #own: Named = {};
  /** Those of the second owner, with all other headers; undefined where none are known. */
  readonly other: Named | undefined;
  readonly places: KeyPlaces;

  /** Of `secrets`, which are no headers, it knows only that findings must not tell them. */
  constructor(
    model: OpenApiModel,
    { headers = {}, otherHeaders, auth, limited = [] }: Access,
    secrets: readonly string[] = [],
  ) {
    this.#names = carrierNames(model);
    this.places = placesOf(model);
    this.#common = headers;
    this.#auth = auth;
    this.other = otherHeaders && { ...withoutNames(headers, namesIn(otherHeaders)), ...otherHeaders };
    const others = [otherHeaders ?? {}, ...limited.map((one) => one.headers)];
    this.#secret = new Set([...this.#names, ...others.flatMap(namesIn)]);
    this.#values = new Set([...secrets, ...others.flatMap((one) => Object.values(one))]);
  }

  /** Asks for the credentials, anew where they come from a function. */
  async refresh(): Promise<void> {
    const given = typeof this.#auth === 'function' ? await this.#auth() : (this.#auth ?? {});
    this.#own = { ...withoutNames(this.#common, namesIn(given)), ...given };
    for (const name of namesIn(given)) this.#secret.add(name);
    for (const [name, value] of Object.entries(this.#own)) {
      if (this.#isSecret(name)) this.#values.add(value);
    }
    this.#redact = redactorOf([...this.#values].flatMap(secretsIn));
  }

  /** Those of the first owner, with all other headers. */
  get own(): Named {
    return this.#own;
  }

  /** Tells whether a run has credentials at all. */
  get isKnown(): boolean {
    return namesIn(this.#own).some((name) => this.#names.has(name));
  }

  /** The headers without those that carry credentials. */
  get none(): Named {
    return withoutNames(this.#own, [...this.#names]);
  }

  /** What carries the credentials of the first owner. */
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
   * Replaces the credentials in a finding by `$CREDENTIALS`, by the names of what carries them and wherever else they
   * occur: findings are printed, uploaded and shared, and a server may echo what it was sent.
   */
  hideIn(finding: Finding): Finding {
    const { request, before } = finding;
    const named = {
      ...finding,
      ...(request ? { request: this.#hide(request) } : {}),
      ...(before ? { before: before.map((one) => this.#hide(one)) } : {}),
    };
    return redactedFinding(named, (text) => this.redact(text));
  }

  #hide({ url, headers, ...request }: SentRequest): SentRequest {
    const [target = '', query] = url.split('?');
    const pairs = query?.split('&').map((pair) => {
      const [name = '', value] = pair.split('=');
      const isKey = this.places.get(decoded(name)) === 'query';
      return isKey && value !== undefined ? `${name}=${hidden(value)}` : pair;
    });
    return {
      ...request,
      url: pairs === undefined ? url : `${target}?${pairs.join('&')}`,
      headers: headers.map(
        ([name, value]) => [name, this.#isSecret(name) ? hiddenIn(name, value) : value] as const,
      ),
    };
  }
}

// A header may hold more than the secret: a scheme before it, a name and other cookies around it.
function secretsIn(value: string): string[] {
  const [, scheme, token] = /^([A-Za-z]+) +(\S.*)$/.exec(value) ?? [];
  const password = /^basic$/i.test(scheme ?? '')
    ? Buffer.from(token ?? '', 'base64')
        .toString()
        .split(':', 2)[1]
    : '';
  const cookies = [...value.matchAll(/=([^;]+)/g)].map(([, cookie = '']) => cookie);
  return [token ?? value, password ?? '', ...cookies];
}

function hiddenIn(header: string, value: string): string {
  if (header.toLowerCase() !== 'cookie') return hidden(value);
  return value.replaceAll(/=([^;]*)/g, (_, text: string) => `=${hidden(text)}`);
}

function hidden(value: string): string {
  // `Bearer `, where the value begins with the name of a scheme.
  const scheme = /^[A-Za-z]+ (?=\S)/.exec(value)?.[0] ?? '';
  const secret = value.slice(scheme.length);
  return ['', 'none', MADE_UP].includes(secret.trim()) ? value : `${scheme}${HIDDEN}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function apiKeys({ securitySchemes }: OpenApiModel): { name: string; place: string }[] {
  return [...securitySchemes.values()]
    .filter(({ type }) => type === 'apiKey')
    .map(({ value }) => ({ name: String(value.name), place: String(value.in) }));
}

function placesOf(model: OpenApiModel): KeyPlaces {
  return new Map(
    apiKeys(model).flatMap(({ name, place }) =>
      place === 'cookie' || place === 'query' ? [[name, place] as const] : [],
    ),
  );
}

function carrierNames(model: OpenApiModel): Set<string> {
  const keys = apiKeys(model);
  const isOther = [...model.securitySchemes.values()].some(({ type }) => type !== 'apiKey');
  return new Set([
    ...(isOther ? ['authorization'] : []),
    ...(keys.some(({ place }) => place === 'cookie') ? ['cookie'] : []),
    ...keys.map(({ name }) => name.toLowerCase()),
  ]);
}

/** Tells whether an operation may be called without credentials. */
export function isPublic({ security }: Operation): boolean {
  return security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0);
}

/** Tells whether limited credentials are enough for an operation: they meet the schemes that they are of. */
export function isAllowed(
  { security }: Operation,
  { headers, scopes }: LimitedCredentials,
  { securitySchemes }: OpenApiModel,
): boolean {
  return security.some((requirement) =>
    Object.entries(requirement).every(
      ([name, needed]) =>
        isOfScheme(headers, securitySchemes.get(name)?.value) &&
        needed.every((scope) => scopes.includes(scope)),
    ),
  );
}

// A token is no password: of several schemes, credentials meet those that they are written for.
function isOfScheme(headers: Named, scheme: JsonObject | undefined): boolean {
  const authorization = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  const { type, scheme: kind, name } = scheme ?? {};
  if (type === 'apiKey') return namesIn(headers).includes(String(name).toLowerCase()) || 'cookie' in headers;
  if (authorization === undefined || type === 'mutualTLS') return true;
  const isBasic = /^basic\b/i.test(authorization);
  return type === 'http' && /^basic$/i.test(String(kind)) ? isBasic : !isBasic;
}

function namesIn(headers: Named): string[] {
  return Object.keys(headers).map((name) => name.toLowerCase());
}

function withoutNames(headers: Named, names: readonly string[]): Named {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())));
}
