// The credentials of a run: which headers, query parameters and cookies carry them, and what stands in their place.
import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import type { SentRequest } from '../finding.ts';
import type { Authorization, ConformanceOptions } from './conformance.ts';

/** Credentials by the name of their header, or of an API key that the document puts in the query or in a cookie. */
type Named = Readonly<Record<string, string>>;

/** Where the document puts API keys that are no headers, by their names. */
export type KeyPlaces = ReadonlyMap<string, 'cookie' | 'query'>;

/** What stands for a secret in every report, and as a variable in the curl lines. */
export const HIDDEN = '$CREDENTIALS';
const SECRET = /^(?:authorization|cookie|proxy-authorization|x-api-key|.*-token|.*-secret)$/i;
/** A credential of nobody, which hides nothing. */
export const MADE_UP = 'contract-gate';

/** Holds the credentials of both owners. */
export class Credentials {
  readonly #common: Named;
  readonly #auth: Authorization | undefined;
  readonly #names: ReadonlySet<string>;
  readonly #secret: Set<string>;
  #own: Named = {};
  /** Those of the second owner, with all other headers; undefined where none are known. */
  readonly other: Named | undefined;
  readonly places: KeyPlaces;

  constructor(model: OpenApiModel, { headers = {}, otherHeaders, auth, limited = [] }: ConformanceOptions) {
    this.#names = carrierNames(model);
    this.places = placesOf(model);
    this.#common = headers;
    this.#auth = auth;
    this.other = otherHeaders && { ...withoutNames(headers, namesIn(otherHeaders)), ...otherHeaders };
    const others = [otherHeaders ?? {}, ...limited.map((one) => one.headers)].flatMap(namesIn);
    this.#secret = new Set([...this.#names, ...others]);
  }

  /** Asks for the credentials, anew where they come from a function. */
  async refresh(): Promise<void> {
    const given = typeof this.#auth === 'function' ? await this.#auth() : (this.#auth ?? {});
    this.#own = { ...withoutNames(this.#common, namesIn(given)), ...given };
    for (const name of namesIn(given)) this.#secret.add(name);
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

  /** Replaces the credentials of a request by `$CREDENTIALS`: findings are printed, uploaded and shared. */
  hide({ url, headers, ...request }: SentRequest): SentRequest {
    const isSecret = (name: string) => this.#secret.has(name.toLowerCase()) || SECRET.test(name);
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
        ([name, value]) => [name, isSecret(name) ? hiddenIn(name, value) : value] as const,
      ),
    };
  }
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

function namesIn(headers: Named): string[] {
  return Object.keys(headers).map((name) => name.toLowerCase());
}

function withoutNames(headers: Named, names: readonly string[]): Named {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())));
}
