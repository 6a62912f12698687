// Writes operations as curl lines that the mock accepts: with examples of the document, else with generated values.
import {
  findValueSchema,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  listExamples,
  type MediaType,
  type Operation,
  type Parameter,
  type RequestBody,
} from '@keyframe/openapi-model';
import { writeParameter } from '@keyframe/openapi-resources';
import { styled } from '@keyframe/openapi-runtime/client';
import { isForm, isJson, isMultipart } from '@keyframe/openapi-runtime/wire';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, findItems, listApplied } from '@keyframe/openapi-schema/facts';
import type { Engine } from '../engine.ts';

/** The facts that fill a line. */
export interface CurlParts {
  engine: Pick<Engine, 'model' | 'schemas' | 'values'>;
  /** The URL of the mock without a slash at its end. */
  address: string;
  /** Values of path parameters by name: those of a resource that exists. */
  known: Readonly<Record<string, string>>;
}

// Their values follow from other parts of a request.
const OWN_HEADERS = new Set(['accept', 'authorization', 'content-type']);

/** Writes the curl line of an operation. */
export function writeCurl(operation: Operation, parts: CurlParts): string {
  const { method, path, requestBody } = operation;
  const keys = listKeys(operation, parts);
  const query = [
    ...listParameters(operation, 'query').map((one) => fillParameter(one, parts)),
    ...keys.flatMap((key) => (key.in === 'query' ? [`${encodeURIComponent(String(key.name))}=any`] : [])),
  ].filter((text) => text !== '');
  const filled = path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => fillPath(operation, name, parts));
  const cookies = listParameters(operation, 'cookie').map((one) => fillParameter(one, parts));
  const headers = [
    ...keys.flatMap((key) => (key.in === 'query' ? [] : [writeCredentials(key)])),
    ...listParameters(operation, 'header').map((one) => `${one.name}: ${fillParameter(one, parts)}`),
    ...(cookies.length > 0 ? [`Cookie: ${cookies.join('; ')}`] : []),
  ];
  const words = [
    'curl -i',
    method === 'get' ? '' : `-X ${method.toUpperCase()}`,
    quote(`${parts.address}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`),
    ...headers.map((header) => `-H ${quote(header)}`),
    ...(requestBody ? writeBody(requestBody, parts) : []),
  ];
  return words.filter((word) => word !== '').join(' ');
}

function listParameters({ parameters }: Operation, location: Parameter['location']): Parameter[] {
  return parameters.filter(
    (one) => one.location === location && one.required && !OWN_HEADERS.has(one.name.toLowerCase()),
  );
}

function fillPath({ parameters }: Operation, name: string, parts: CurlParts): string {
  const known = Object.hasOwn(parts.known, name) ? parts.known[name] : undefined;
  if (known !== undefined) return encodeURIComponent(known.toWellFormed());
  const parameter = parameters.find((one) => one.location === 'path' && one.name === name);
  return parameter ? fillParameter(parameter, parts) : '1';
}

function fillParameter(parameter: Parameter, parts: CurlParts): string {
  return writeParameter(parameter, findValue(parameter, parts) ?? '1');
}

function findValue(
  parameter: Pick<Parameter, 'content' | 'pointer' | 'schema'>,
  { engine }: CurlParts,
): JsonValue | undefined {
  const { pointer, content } = parameter;
  const located = findValueSchema(parameter);
  const directed = located && { schema: located, direction: 'request' as const };
  const shown = listExamples(engine.model, content[0]?.pointer ?? pointer).map(({ value }) => value);
  const accepted = directed ? shown.find(engine.schemas.getAcceptor(directed)) : shown[0];
  return accepted ?? (directed && engine.values.find(directed));
}

function listKeys({ security }: Operation, { engine: { model } }: CurlParts): JsonObject[] {
  return Object.keys(security[0] ?? {}).map((name) => model.securitySchemes.get(name)?.value ?? {});
}

function writeCredentials(scheme: JsonObject): string {
  if (scheme.in === 'header') return `${String(scheme.name)}: any`;
  if (scheme.in === 'cookie') return `Cookie: ${String(scheme.name)}=any`;
  return scheme.scheme === 'basic' ? 'Authorization: Basic YW55OmFueQ==' : 'Authorization: Bearer any';
}

function writeBody({ content, required }: RequestBody, parts: CurlParts): string[] {
  const media =
    content.find(({ name }) => isJson(name)) ?? content.find(({ name }) => isForm(name)) ?? content[0];
  if (!media) return [];
  const value = findValue({ pointer: media.pointer, schema: media.schema, content: [] }, parts);
  if (value === undefined && !required) return [];
  if (isMultipart(media.name)) return writeFields(media, value, parts);
  const type = `-H ${quote(`Content-Type: ${media.name}`)}`;
  if (isForm(media.name)) {
    const fields = Object.entries(isJsonObject(value) ? value : {});
    const pairs = fields.map(([name, member]) => styled('query', name, { explode: true }).write(member));
    return [type, `-d ${quote(pairs.join('&'))}`];
  }
  if (isJson(media.name)) return [type, `-d ${quote(JSON.stringify(value ?? {}))}`];
  return [type, `--data-binary ${quote(typeof value === 'string' ? value : '<a/>')}`];
}

// curl writes the boundary into the type itself.
function writeFields({ schema }: MediaType, value: JsonValue | undefined, { engine }: CurlParts): string[] {
  const node = schema && engine.schemas.node({ schema, direction: 'request' });
  const properties = node ? collectProperties(node) : new Map<string, SchemaNode[]>();
  return Object.entries(isJsonObject(value) ? value : {}).flatMap(([name, member]) =>
    [member].flat().map((item) => {
      if (properties.get(name)?.some(isFile)) return `-F ${quote(`${name}=@file`)}`;
      const text = typeof item === 'string' ? item : JSON.stringify(item);
      return `--form-string ${quote(`${name}=${text}`)}`;
    }),
  );
}

function isFile(property: SchemaNode): boolean {
  const items = findItems(property);
  if (items && items !== property && isFile(items)) return true;
  return listApplied(property).some(({ content: { format, mediaType, isEncoded } }) => {
    return format === 'binary' || (mediaType !== undefined && !isEncoded && !isJson(mediaType));
  });
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
