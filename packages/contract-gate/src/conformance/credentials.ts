// The credentials of a run: which headers carry them, and what stands in their place.
import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import type { Authorization, ConformanceOptions } from './conformance.ts';

type Headers = Readonly<Record<string, string>>;

/** Holds the headers of both owners. */
export class Credentials {
  readonly #common: Headers;
  readonly #auth: Authorization | undefined;
  readonly #names: ReadonlySet<string>;
  #own: Headers = {};
  /** Every header of the second owner; undefined where none is known. */
  readonly other: Headers | undefined;

  constructor(model: OpenApiModel, { headers = {}, otherHeaders, auth }: ConformanceOptions) {
    this.#names = credentialHeaders(model);
    this.#common = headers;
    this.#auth = auth;
    this.other = otherHeaders && { ...withoutNames(headers, namesIn(otherHeaders)), ...otherHeaders };
  }

  /** Asks for the credentials, anew where they come from a function. */
  async refresh(): Promise<void> {
    const given = typeof this.#auth === 'function' ? await this.#auth() : (this.#auth ?? {});
    this.#own = { ...withoutNames(this.#common, namesIn(given)), ...given };
  }

  /** Every header of the first owner. */
  get own(): Headers {
    return this.#own;
  }

  /** Tells whether a run has credentials at all. */
  get isKnown(): boolean {
    return namesIn(this.#own).some((name) => this.#names.has(name));
  }

  /** The headers without those that carry credentials. */
  get none(): Headers {
    return withoutNames(this.#own, [...this.#names]);
  }

  /** The headers that carry the credentials of the first owner. */
  get carriers(): Headers {
    return Object.fromEntries(
      Object.entries(this.#own).filter(([name]) => this.#names.has(name.toLowerCase())),
    );
  }
}

function credentialHeaders({ securitySchemes }: OpenApiModel): Set<string> {
  const names = [...securitySchemes.values()].map(({ type, value }) => {
    if (type !== 'apiKey') return 'authorization';
    return value.in === 'cookie' ? 'cookie' : String(value.name).toLowerCase();
  });
  return new Set(names);
}

/** Tells whether an operation may be called without credentials. */
export function isPublic({ security }: Operation): boolean {
  return security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0);
}

function namesIn(headers: Headers): string[] {
  return Object.keys(headers).map((name) => name.toLowerCase());
}

function withoutNames(headers: Headers, names: readonly string[]): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())));
}
