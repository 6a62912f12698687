// A request before serialization: the values of its parameters and its body.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type MediaType,
  type Operation,
  type Parameter,
} from '@keyframe/openapi-model';
import { writeParameter } from '@keyframe/openapi-resources';
import { encodeBody, type FormParts } from '../wire/encode-body.ts';
import { encodeText, encodeUnwritable } from '../wire/encode-text.ts';
import { type HeaderFields, type WireRequest, withHeaders } from '../wire/wire.ts';

/** A body before serialization, or its bytes. */
export type DraftBody =
  | { mediaType: MediaType; value: JsonValue }
  | { contentType: string | undefined; bytes: Buffer };

/** The values of a request. */
export interface Draft {
  operation: Operation;
  /** By `parameterKey`; a missing path parameter is bound to a resource when the request is sent. */
  parameters: ReadonlyMap<string, JsonValue>;
  body?: DraftBody | undefined;
  /** Added last; replace others with the same name. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** The value of a body; undefined without a body, and for bytes. */
export function sentValue({ body }: Pick<Draft, 'body'>): JsonValue | undefined {
  return body && 'value' in body ? body.value : undefined;
}

/** The value of a body that is an object. */
export function sentObject(draft: Pick<Draft, 'body'>): JsonObject | undefined {
  const value = sentValue(draft);
  return isJsonObject(value) ? value : undefined;
}

/** The documented media type of a body; undefined without a body, and for bytes. */
export function bodyMediaType({ body }: Pick<Draft, 'body'>): MediaType | undefined {
  return body && 'mediaType' in body ? body.mediaType : undefined;
}

/** Copies a draft with another value in its body; a body of bytes stays. */
export function withBodyValue<TDraft extends Draft>(draft: TDraft, value: JsonValue): TDraft {
  const mediaType = bodyMediaType(draft);
  return mediaType ? { ...draft, body: { mediaType, value } } : draft;
}

/** Key of a parameter, unique in its operation. */
export function parameterKey({ location, name }: Pick<Parameter, 'location' | 'name'>): string {
  return `${location}:${name}`;
}

/** Lists the values of the path parameters by key. */
export function pathParameters({ parameters }: Pick<Draft, 'parameters'>): [key: string, value: JsonValue][] {
  return [...parameters].filter(([key]) => key.startsWith('path:'));
}

/** Locations of API keys in a query or cookie, by name. */
export type KeyLocations = ReadonlyMap<string, 'cookie' | 'query'>;

/** Address and headers of requests. */
export interface WritingContext {
  /** The path of the server without a trailing slash. */
  basePath: string;
  /** Headers, and API keys by name. */
  headers: Readonly<Record<string, string>>;
  keyLocations: KeyLocations;
  /** Finds the parts of a multipart body that are not plain texts. */
  findParts: (mediaType: MediaType) => FormParts;
}

/** Serializes a draft. */
export function writeDraft(
  draft: Draft,
  { basePath, headers, keyLocations, findParts }: WritingContext,
): WireRequest {
  const { operation, body } = draft;
  const values = operation.parameters.flatMap((parameter) => {
    const value = draft.parameters.get(parameterKey(parameter));
    // A document may list its API key among the parameters as well.
    const isKey =
      Object.hasOwn(headers, parameter.name) && keyLocations.get(parameter.name) === parameter.location;
    return value === undefined || isKey ? [] : [{ parameter, value }];
  });
  const filterByLocation = (location: Parameter['location']) =>
    values.filter(({ parameter }) => parameter.location === location);
  const path = filterByLocation('path').reduce(
    (written, { parameter, value }) =>
      written.replaceAll(`{${parameter.name}}`, () => writeParameter(parameter, value)),
    operation.path,
  );
  const query = [
    ...filterByLocation('query').map(({ parameter, value }) => writeParameter(parameter, value)),
    ...keyPairs(headers, keyLocations, 'query'),
  ];
  const search = query.filter((text) => text !== '').join('&');
  const separator = path.includes('?') ? '&' : '?';
  const cookies = [
    ...filterByLocation('cookie').map(({ parameter, value }) => writeParameter(parameter, value)),
    ...keyPairs(headers, keyLocations, 'cookie'),
  ];
  const own = filterByLocation('header').map(
    ({ parameter, value }) => [parameter.name, writeParameter(parameter, value)] as const,
  );
  const encoded =
    body && ('bytes' in body ? body : encodeBody(body.mediaType, body.value, findParts(body.mediaType)));
  const all: HeaderFields = [
    ...Object.entries(headers).filter(([name]) => !keyLocations.has(name)),
    ...(cookies.length > 0 ? [['cookie', cookies.join('; ')] as const] : []),
    ...(encoded?.contentType === undefined ? [] : [['content-type', encoded.contentType] as const]),
  ];
  return {
    method: operation.method.toUpperCase(),
    target: `${basePath}${encodeUnwritable(path)}${search === '' ? '' : separator}${search}`,
    headers: withHeaders(withHeaders(all, Object.fromEntries(own)), draft.headers ?? {}),
    body: encoded?.bytes,
  };
}

/** Serializes the API keys of one location as pairs. */
export function keyPairs(
  headers: WritingContext['headers'],
  keyLocations: KeyLocations,
  location: 'cookie' | 'query',
): string[] {
  return Object.entries(headers)
    .filter(([name]) => keyLocations.get(name) === location)
    .map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`);
}

/** Copies a draft with changed parameters; undefined removes one. */
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
