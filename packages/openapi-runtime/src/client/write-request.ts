// Writes the parts of a request, each by a function that only operations with such a part import: values in the default
// style here, other styles by functions that generated code passes.
import { writeSimple } from '../http/style.ts';
import type {
  OperationDefinition,
  ParameterLocation,
  RequestParts,
  RequestWriter,
} from './operation-definition.ts';
import { findSameType, isJsonType } from './read-json.ts';
import { isStream } from './request-fault.ts';

const COOKIE = 'cookie';
const CONTENT_TYPE = 'content-type';
const JSON_TYPE = 'application/json';

/** Adds an encoded pair to the query. */
export function addToQuery(parts: Pick<RequestParts, 'url'>, pair: string): void {
  parts.url += (parts.url.includes('?') ? '&' : '?') + pair;
}

/** Adds an encoded pair to the cookies. */
export function addCookie({ headers }: Pick<RequestParts, 'headers'>, pair: string): void {
  const cookies = headers[COOKIE];
  headers[COOKIE] = cookies === undefined ? pair : `${cookies}; ${pair}`;
}

/** Writes what the document gives a style; undefined for all else. */
function writeStyled(
  { parameters }: OperationDefinition,
  location: ParameterLocation,
  { name, value }: { name: string; value: unknown },
): string | undefined {
  const styled = parameters?.find((parameter) => parameter.in === location && parameter.name === name);
  return styled?.write(value);
}

/** A segment that would ask for something else: URLs have no way to write none, `.` or `..` as a segment. */
const LOST_SEGMENT = /^(?:\.|%2e){0,2}$/i;

/** Fills in a path of single values. */
export const writePath: RequestWriter = (parts, { path }, { definition, errors }) => {
  // Not `replace` with a callback, which takes longer than the rest of a request's writing.
  const [start, ...pieces] = parts.url.split('{') as [string, ...string[]];
  parts.url = pieces.reduce((url, piece) => {
    // A template that is opened is closed: the generator has checked that.
    const [name, literal] = piece.split('}') as [string, string];
    const text = encodeURIComponent(Object(path)[name] ?? '');
    if (!LOST_SEGMENT.test(text)) return url + text + literal;
    throw errors.configuration(`${definition.id}: expected {${name}} (got "${text}").`);
  }, start);
};

/** Writes the parameters of a path that have styles of their own, before `writePath` writes the others. */
export const writeStyledPath: RequestWriter = (parts, { path }, { definition, errors }) => {
  const replacements = listArguments(path).flatMap((argument) => {
    const text = writeStyled(definition, 'path', argument);
    return text === undefined ? [] : [{ expression: `{${argument.name}}`, text }];
  });
  const segments = parts.url.split(/\/(?![^{]*\})/).map((template) => {
    const segment = replacements.reduce(
      (filled, { expression, text }) => filled.replaceAll(expression, () => text),
      template,
    );
    if (segment === template || !LOST_SEGMENT.test(segment)) return segment;
    throw errors.configuration(`${definition.id}: expected ${template} (got "${segment}").`);
  });
  parts.url = segments.join('/');
};

/** Lists the defined arguments of one location. */
function listArguments(values: object = {}): { name: string; value: unknown }[] {
  return Object.entries(values).flatMap(([name, value]) => (value == null ? [] : [{ name, value }]));
}

// Generated code sees to it that what has no style of its own are single values and lists of them.
function listPairs(definition: OperationDefinition, location: ParameterLocation, values?: object): string[] {
  return listArguments(values)
    .flatMap((argument) => {
      const { name, value } = argument;
      return (
        writeStyled(definition, location, argument) ??
        [value].flat().map((item) => `${name}=${encodeURIComponent(String(item))}`)
      );
    })
    .filter((text) => text !== '');
}

/** Writes the parameters of the query. */
export const writeQuery: RequestWriter = (parts, { query }, { definition }) => {
  for (const pair of listPairs(definition, 'query', query)) addToQuery(parts, pair);
};

/** Writes the cookies; a browser sends none that a program names. */
export const writeCookies: RequestWriter = (parts, { cookie }, { definition }) => {
  for (const pair of listPairs(definition, 'cookie', cookie)) addCookie(parts, pair);
};

/** Writes the headers of the document. */
export const writeHeaders: RequestWriter = (parts, { header }, { definition }) => {
  for (const argument of listArguments(header)) {
    const { name, value } = argument;
    parts.headers[name.toLowerCase()] = writeStyled(definition, 'header', argument) ?? writeSimple(value);
  }
};

/**
 * Writes the header that makes repeating safe, as it was given, or else one for all attempts: a request whose response
 * was lost does its work once. By hand, since pages that are served by http have no `crypto.randomUUID`.
 */
export const writeKey =
  (name: string, format: (hex: string) => string = (hex) => hex): RequestWriter =>
  ({ headers }, { header }) => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    headers[name.toLowerCase()] = Object(header)[name] ?? format(hex);
  };

/** Makes a UUID of version 4 of 32 digits, for keys that are documented as one. */
export function asUuid(hex: string): string {
  return hex.replace(/(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-');
}

/** Writes a body of an operation that takes JSON alone. */
export const writeJson: RequestWriter = (parts, { body }) => {
  if (body === undefined) return;
  parts.body = JSON.stringify(body);
  parts.headers[CONTENT_TYPE] = JSON_TYPE;
};

function writeDefault(body: unknown): FormData | string {
  return body instanceof FormData ? body : JSON.stringify(body);
}

/** Writes a body by its media type. */
export const writeBody: RequestWriter = (parts, { body, contentType }, { definition, options }) => {
  if (body === undefined) return;
  const writers = definition.body ?? {};
  const types = Object.keys(writers);
  const [first = JSON_TYPE] = types;
  const type = contentType ?? findSameType(types, JSON_TYPE) ?? types.find(isJsonType) ?? first;
  const range = types.find((candidate) => candidate.includes('*')) ?? type;
  parts.body = (type in writers ? writers[type] : writers[range])?.(body) ?? writeDefault(body);
  if (isStream(parts.body)) {
    parts.duplex = 'half';
    // It can be sent once.
    options.retries = 0;
  }
  const mediaType = chooseType(type, parts.body, body);
  if (mediaType === undefined) delete parts.headers[CONTENT_TYPE];
  else parts.headers[CONTENT_TYPE] = mediaType;
};

/** Returns the media type of a written body; undefined if `fetch` knows it better. */
function chooseType(type: string, content: unknown, body: unknown): string | undefined {
  // `fetch` adds the boundary of a form.
  if (content instanceof FormData) return undefined;
  if (content instanceof Blob && /^multipart\/form-data;/.test(content.type)) return content.type;
  if (!type.includes('*')) return type;
  return content === body ? undefined : JSON_TYPE;
}

/** Sends the request to the server of the operation, whose URL is relative to that of the client (RFC 3986, section 5.2). */
export const onRelativeServer =
  (url: string): RequestWriter =>
  (parts, _, { definition: { path } }) => {
    const base = parts.url.slice(0, parts.url.length - path.length);
    parts.url = new URL(url, base).href.replace(/\/+$/, '') + path;
  };

/** Sends the request to the server of the operation, unless the client was given a base URL. */
export const onServer =
  (url: string): RequestWriter =>
  (parts, _, { definition, isDocumentUrl }) => {
    if (isDocumentUrl) parts.url = url + definition.path;
  };
