// Writes requests for the operations of a document.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  type MediaType,
  type OpenApiModel,
  type Operation,
  type Parameter,
  type RequestBody,
} from '@keyframe/openapi-model';
import type { ExactValidators } from '@keyframe/openapi-schema/validators';
import { createSamples, generateValue, SchemaSpace } from '@keyframe/openapi-schema/values';

/** The values of a request that are known. */
export interface KnownValues {
  path?: Readonly<Record<string, string>>;
  body?: JsonValue | undefined;
}

// Properties by which clients name what they create.
const IDEMPOTENCY_KEY = /idempotency-?key/i;
const CHOSEN_IDS = ['id', 'username', 'name'];

/** Writes valid requests for the operations of a document. */
export class RequestWriter {
  readonly #space: SchemaSpace;
  readonly #model: OpenApiModel;
  readonly #base: string;
  #count = 0;

  constructor(validators: ExactValidators, base: string) {
    this.#space = new SchemaSpace(validators, 'request');
    this.#model = validators.model;
    this.#base = base;
  }

  /** Generates a body; every one differs from the others. */
  generateBody({ requestBody }: Operation): JsonValue | undefined {
    this.#count += 1;
    const schema = chooseMedia(requestBody)?.schema;
    // Some documents have schemas that accept no value; a likely one is sent instead.
    const value =
      schema &&
      (generateValue(this.#space, schema, { members: 'required', seed: this.#count }) ??
        createSamples(this.#space, schema, { count: 1, seed: this.#count })[0]);
    if (!schema || !isJsonObject(value)) return value;
    const named = { ...value, ...this.#generateIds(schema) };
    return this.#space.accepts(schema, named) ? named : value;
  }

  /** Writes a request. */
  write(operation: Operation, { path = {}, body }: KnownValues = {}): Request {
    const { parameters, requestBody, method } = operation;
    const headers = new Headers({ accept: 'application/json' });
    const query = new URLSearchParams();
    const texts: Record<string, string> = { ...path };
    for (const [name, location, text] of this.#listRequired(parameters, path)) {
      if (location === 'path') texts[name] = text;
      if (location === 'query') query.set(name, text);
      if (location === 'header') headers.set(name, text);
    }
    for (const [name, value] of this.#listKeys(operation)) headers.set(name, value);
    for (const name of this.#listQueryKeys(operation)) query.set(name, 'key');
    const type = chooseMedia(requestBody)?.name ?? '';
    if (body !== undefined && type !== 'multipart/form-data') headers.set('content-type', type);
    const filled = operation.path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
      encodeURIComponent(texts[name] ?? 'text'),
    );
    return new Request(`${this.#base}${filled}${query.size > 0 ? `?${query}` : ''}`, {
      method: method.toUpperCase(),
      headers,
      ...(body === undefined ? {} : { body: encodeBody(body, type) }),
    });
  }

  #listRequired(parameters: readonly Parameter[], known: object): [string, string, string][] {
    return parameters
      .filter(({ name, required }) => required && !Object.hasOwn(known, name))
      .map(({ name, location, schema }) => {
        // The same key would make two requests one.
        if (IDEMPOTENCY_KEY.test(name)) return [name, location, this.#writeKey()];
        const value = schema && generateValue(this.#space, schema);
        return [name, location, String(value ?? 'text')];
      });
  }

  #writeKey(): string {
    this.#count += 1;
    return `key-${this.#count}`;
  }

  #generateIds(schema: LocatedSchema): JsonObject {
    const all = generateValue(this.#space, schema, { seed: this.#count });
    const object = isJsonObject(all) ? all : {};
    const names = CHOSEN_IDS.filter((name) => Object.hasOwn(object, name));
    return Object.fromEntries(
      names.map((name) => [name, typeof object[name] === 'number' ? this.#count : `text${this.#count}`]),
    );
  }

  #listKeys({ security }: Operation): [name: string, value: string][] {
    const keys: [name: string, value: string][] = [];
    for (const name of Object.keys(security[0] ?? {})) {
      const scheme = this.#model.securitySchemes.get(name);
      if (scheme?.type !== 'apiKey')
        keys.push(['authorization', scheme?.value.scheme === 'basic' ? 'Basic dGVzdDp0ZXN0' : 'Bearer key']);
      else if (scheme.value.in === 'header') keys.push([String(scheme.value.name), 'key']);
    }
    return keys;
  }

  #listQueryKeys({ security }: Operation): string[] {
    const schemes = Object.keys(security[0] ?? {}).map((name) => this.#model.securitySchemes.get(name));
    return schemes
      .filter((scheme) => scheme?.type === 'apiKey' && scheme.value.in === 'query')
      .map((scheme) => String(scheme?.value.name));
  }
}

function chooseMedia(body: RequestBody | undefined): MediaType | undefined {
  return body?.content.find(({ name }) => name.endsWith('json')) ?? body?.content[0];
}

function encodeBody(body: JsonValue, type: string): FormData | string {
  if (!isJsonObject(body) || !/form/.test(type)) return JSON.stringify(body);
  const texts = Object.entries(body).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  if (type.includes('urlencoded')) return new URLSearchParams(texts).toString();
  const form = new FormData();
  for (const [name, text] of texts) form.set(name, text);
  return form;
}
