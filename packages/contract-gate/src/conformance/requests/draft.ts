// A request before it is written: the values of its parameters and of its body.
import type { JsonValue, MediaType, Operation, Parameter } from '@keyframe/openapi-model';
import type { KeyPlaces } from '../credentials.ts';
import { encodeBody } from '../wire/encode-body.ts';
import type { FormParts } from '../wire/form-parts.ts';
import { serializeHeader, serializePairs, serializePath } from '../wire/serialize-parameter.ts';
import { type HeaderFields, type WireRequest, withHeaders } from '../wire/wire.ts';

/** A body before it is written, or its bytes. */
export type DraftBody =
  | { mediaType: MediaType; value: JsonValue }
  | { contentType: string | undefined; bytes: Buffer };

/** The values that a request is made of. */
export interface Draft {
  operation: Operation;
  /** By `parameterKey`; a path parameter that is missing is bound to a resource when the request is sent. */
  parameters: ReadonlyMap<string, JsonValue>;
  body?: DraftBody | undefined;
  /** Added last, in place of others of the same name. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Names a parameter among those of its operation. */
export function parameterKey({ location, name }: Pick<Parameter, 'location' | 'name'>): string {
  return `${location}:${name}`;
}

/** Where and with which headers requests are sent. */
export interface WritingContext {
  /** The path of the server, without a slash at its end. */
  basePath: string;
  /** Headers, and the API keys that belong elsewhere. */
  headers: Readonly<Record<string, string>>;
  places: KeyPlaces;
  /** Tells how the members of a multipart body are written. */
  partsOf: (mediaType: MediaType) => FormParts;
}

/** Writes a draft as a request. */
export function writeDraft(
  draft: Draft,
  { basePath, headers, places, partsOf }: WritingContext,
): WireRequest {
  const { operation, body } = draft;
  const values = operation.parameters.flatMap((parameter) => {
    const value = draft.parameters.get(parameterKey(parameter));
    // A document may list its API key among the parameters as well.
    const isKey = Object.hasOwn(headers, parameter.name) && places.get(parameter.name) === parameter.location;
    return value === undefined || isKey ? [] : [{ parameter, value }];
  });
  const inside = (location: Parameter['location']) =>
    values.filter(({ parameter }) => parameter.location === location);
  const path = inside('path').reduce(
    (written, { parameter, value }) =>
      written.replaceAll(`{${parameter.name}}`, () => serializePath(parameter, value)),
    operation.path,
  );
  const query = [
    ...inside('query').flatMap(({ parameter, value }) => serializePairs(parameter, value)),
    ...keyPairs(headers, places, 'query'),
  ];
  const separator = path.includes('?') ? '&' : '?';
  const cookies = [
    ...inside('cookie').flatMap(({ parameter, value }) => serializePairs(parameter, value)),
    ...keyPairs(headers, places, 'cookie'),
  ];
  const own = inside('header').map(
    ({ parameter, value }) => [parameter.name, serializeHeader(parameter, value)] as const,
  );
  const encoded =
    body && ('bytes' in body ? body : encodeBody(body.mediaType.name, body.value, partsOf(body.mediaType)));
  const all: HeaderFields = [
    ...Object.entries(headers).filter(([name]) => !places.has(name)),
    ...(cookies.length > 0 ? [['cookie', cookies.join('; ')] as const] : []),
    ...(encoded?.contentType === undefined ? [] : [['content-type', encoded.contentType] as const]),
  ];
  return {
    method: operation.method.toUpperCase(),
    target: `${basePath}${path}${query.length > 0 ? separator : ''}${query.join('&')}`,
    headers: withHeaders(withHeaders(all, Object.fromEntries(own)), draft.headers ?? {}),
    body: encoded?.bytes,
  };
}

/** Writes the pairs of the API keys that belong in one place. */
export function keyPairs(
  headers: WritingContext['headers'],
  places: KeyPlaces,
  place: 'cookie' | 'query',
): string[] {
  return Object.entries(headers)
    .filter(([name]) => places.get(name) === place)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
}

/** Copies a draft with other values of parameters; undefined takes one out. */
export function withParameters(
  draft: Draft,
  values: Iterable<readonly [key: string, value: JsonValue | undefined]>,
): Draft {
  const parameters = new Map(draft.parameters);
  for (const [key, value] of values) {
    if (value === undefined) parameters.delete(key);
    else parameters.set(key, value);
  }
  return { ...draft, parameters };
}
