// Writes the request of a call. openapi-fetch writes what has the default style of its place; generated code brings
// along what writes the rest.
import {
  defaultBodySerializer,
  mergeHeaders,
  serializeArrayParam,
  serializePrimitiveParam,
} from 'openapi-fetch';
import { ConfigurationError } from './errors.ts';
import type {
  AnyRequest,
  OperationDefinition,
  ParameterLocation,
  WrittenBody,
} from './operation-definition.ts';
import { hasSuccess } from './read-response.ts';

/** A request before it has credentials. */
export interface RequestParts {
  /** The path of the document, filled in. */
  path: string;
  /** Encoded pairs. */
  query: string[];
  cookies: string[];
  headers: Headers;
  body: WrittenBody | undefined;
}

/** Headers that a request has beside its own. */
export interface OtherHeaders {
  client: Readonly<Record<string, string>>;
  call: Readonly<Record<string, string | null>> | undefined;
}

const JSON_TYPE = 'application/json';

/**
 * Writes the parts of a request.
 * @throws {ConfigurationError} for a path parameter that is missing, or that no URL can say
 */
export function buildRequest(
  definition: OperationDefinition,
  request: AnyRequest,
  { client, call }: OtherHeaders,
): RequestParts {
  const { body, contentType } = writeBody(definition, request);
  const [query, cookie, header] = (['query', 'cookie', 'header'] as const).map((place) =>
    splitStyled(definition, request, place),
  ) as [Split, Split, Split];
  const own = { Accept: acceptOf(definition) };
  const documented = Object.entries(header.rest).map(([name, value]) => [name, [value].flat().join(',')]);
  return {
    path: writePath(definition, request),
    query: pairsOf(query),
    cookies: pairsOf(cookie),
    headers: mergeHeaders(
      own,
      client,
      { 'Content-Type': contentType },
      Object.fromEntries([...documented, ...header.written]),
      call,
    ),
    body,
  };
}

interface Split {
  /** By name, what the document gives a style. */
  written: Map<string, string>;
  /** What openapi-fetch writes; values that are null or undefined are left out. */
  rest: Record<string, unknown>;
}

function splitStyled(
  { parameters = [] }: OperationDefinition,
  request: AnyRequest,
  place: ParameterLocation,
): Split {
  const split: Split = { written: new Map(), rest: {} };
  for (const [name, value] of Object.entries(request[place] ?? {})) {
    if (value == null) continue;
    const styled = parameters.find((one) => one.in === place && one.name === name);
    if (styled) split.written.set(name, styled.write(value));
    else split.rest[name] = value;
  }
  return split;
}

// Generated code sees to it that these are single values and lists of them.
function pairsOf({ written, rest }: Split): string[] {
  const others = Object.entries(rest).map(([name, value]) =>
    Array.isArray(value)
      ? serializeArrayParam(name, value, { style: 'form', explode: true })
      : serializePrimitiveParam(name, String(value)),
  );
  return [...written.values(), ...others].filter((text) => text !== '');
}

function writePath(definition: OperationDefinition, request: AnyRequest): string {
  const { written, rest } = splitStyled(definition, request, 'path');
  for (const [name, value] of Object.entries(rest)) written.set(name, pathText(name, value));
  const segments = definition.path.split('/').map((template) => {
    if (!template.includes('{')) return template;
    const segment = template.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => written.get(name) ?? whole);
    // A missing parameter would ask for something else, and URLs have no way to say `.` and `..` as a segment.
    if (!/^\.{0,2}$|\{/.test(segment)) return segment;
    const given = JSON.stringify(request.path ?? {});
    throw new ConfigurationError(`${definition.id}: no URL can be made of "${template}" and ${given}.`);
  });
  return segments.join('/');
}

function pathText(name: string, value: unknown): string {
  return Array.isArray(value)
    ? serializeArrayParam(name, value, { style: 'simple', explode: false })
    : encodeURIComponent(String(value));
}

function acceptOf({ responses }: OperationDefinition): string | undefined {
  const isOnlyDefault = !hasSuccess(responses);
  const accepted = new Set<string>();
  for (const status in responses) {
    if (!isOnlyDefault && !status.startsWith('2')) continue;
    for (const type of [responses[status] ?? ''].flat()) if (type !== '') accepted.add(type);
  }
  return [...accepted].join(', ') || undefined;
}

function writeBody(
  { body: writers = {} }: OperationDefinition,
  { body, contentType }: AnyRequest,
): { body: WrittenBody | undefined; contentType: string | undefined } {
  if (body === undefined) return { body: undefined, contentType: undefined };
  const [first = JSON_TYPE] = Object.keys(writers);
  const type = contentType ?? (JSON_TYPE in writers ? JSON_TYPE : first);
  const written: WrittenBody = (writers[type] ?? defaultBodySerializer)(body);
  // Its boundary is told by whoever sends it.
  return { body: written, contentType: written instanceof FormData ? undefined : type };
}
