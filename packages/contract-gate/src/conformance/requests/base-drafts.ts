// The valid requests of an operation, from which all other requests are derived.

import {
  findValueSchema,
  type JsonValue,
  type LocatedSchema,
  type MediaType,
  type OpenApiModel,
  type Operation,
  type Parameter,
} from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import { validValues } from '@keyframe/openapi-schema/values';
import { describedItems, describesType } from '../schema/described-members.ts';
import { canEncode } from '../wire/encode-body.ts';
import type { Draft } from './draft.ts';
import { parameterKey } from './draft.ts';
import { listAllExamples } from './examples.ts';
import { hasQueryMeaning, type RequestContext } from './query-meaning.ts';
import { survivesEncoding } from './survives-encoding.ts';

export interface BaseDraftOptions extends RequestContext {
  document: OpenApiModel['document'];
  seed: number;
  /** Whether the last parameter of a path is bound to a resource. */
  isBound: (path: string) => boolean;
}

/** A valid draft. */
export interface BaseDraft extends Draft {
  /** The pointer of the example that it contains. */
  example?: string;
}

const MOST_BODIES = 40;

/** Lists valid drafts: with examples first, then the smallest, the fullest, and one for each branch of the body. */
export function baseDrafts(operation: Operation, options: BaseDraftOptions): BaseDraft[] {
  const required = selectParameters(operation, options, { isFull: false });
  const all = selectParameters(operation, options, { isFull: true });
  const bodies = (operation.requestBody?.content ?? [])
    .filter(({ name }) => canEncode(name))
    .flatMap((mediaType) => listBodies(mediaType, options));
  const isBodyOptional = operation.requestBody?.required !== true;
  const base: BaseDraft[] = bodies.map(({ mediaType, value, example }) => ({
    operation,
    parameters: required,
    body: { mediaType, value },
    ...(example === undefined ? {} : { example }),
  }));
  const drafts = isBodyOptional ? [...base, { operation, parameters: required }] : base;
  const [first] = drafts;
  return all.size > required.size && first ? [...drafts, { ...first, parameters: all }] : drafts;
}

function listBodies(
  mediaType: MediaType,
  { document, requests, seed }: BaseDraftOptions,
): { mediaType: MediaType; value: JsonValue; example?: string }[] {
  const { schema, pointer } = mediaType;
  const examples = listAllExamples(document, pointer).map(({ value, pointer: example }) => ({
    mediaType,
    value,
    example,
  }));
  if (!schema && examples.length === 0)
    return [{ mediaType, value: isJson(mediaType.name) ? {} : 'contract-gate' }];
  if (!schema) return examples;
  const made = [
    ...listSingles(schema, { requests, seed }),
    ...validValues(requests, schema, { seed, limit: MOST_BODIES }),
  ];
  const bodies = [
    ...examples.filter(({ value }) => requests.accepts(schema, value)),
    ...made.map((value) => ({ mediaType, value })),
  ];
  return bodies.filter(({ value }) => survivesEncoding(requests, mediaType, { value, isValid: true }));
}

// The empty list changes nothing, and an item with all members may have one that the server rejects.
function listSingles(
  schema: LocatedSchema,
  { requests, seed }: Pick<BaseDraftOptions, 'requests' | 'seed'>,
): JsonValue[] {
  return describedItems(requests.node(schema))
    .flatMap((item) => validValues(requests, item, { seed, limit: 1 }))
    .map((item) => [item])
    .filter((list) => requests.accepts(schema, list))
    .slice(0, 1);
}

function selectParameters(
  operation: Operation,
  options: BaseDraftOptions,
  { isFull }: { isFull: boolean },
): Map<string, JsonValue> {
  const entries = operation.parameters.flatMap((parameter): [string, JsonValue][] => {
    const isOpen =
      parameter.location === 'path' &&
      options.isBound(cutAfterParameter(operation.resourcePath, parameter.name));
    const isWanted =
      parameter.required || (isFull && !parameter.deprecated && !isServerIssued(parameter, options));
    if (isOpen || !isWanted || isIgnored(parameter)) return [];
    const value = isKeeping(operation, parameter, options) ? false : parameterValue(parameter, options);
    return value === undefined ? [] : [[parameterKey(parameter), value]];
  });
  return new Map(entries);
}

// A required flag of a deletion may keep the resource: `soft=true`, `dry_run=true`.
function isKeeping(
  operation: Operation,
  { location, required, schema, pointer }: Parameter,
  { document, requests }: BaseDraftOptions,
): boolean {
  const isFlag =
    required && location === 'query' && schema && describesType(requests.node(schema), 'boolean');
  return (
    isFlag === true &&
    operation.resourceMethod === 'delete' &&
    listAllExamples(document, pointer).length === 0
  );
}

function cutAfterParameter(path: string, name: string): string {
  const tokens = path.split('/');
  return tokens.slice(0, tokens.indexOf(`{${name}}`) + 1).join('/');
}

// OpenAPI ignores the first three; the others describe the message, which the transport does.
const IGNORED = new Set([
  ...['accept', 'authorization', 'content-type'],
  ...['connection', 'content-encoding', 'content-length', 'expect', 'host', 'transfer-encoding'],
]);

/** Whether OpenAPI ignores a parameter, since the header is described elsewhere. */
export function isIgnored({ location, name }: Parameter): boolean {
  return location === 'header' && IGNORED.has(name.toLowerCase());
}

const CONDITION = /^if-(?:match|unmodified-since)$/i;

/** Whether only the server knows meaningful values: ids in the path, cursors, versions in conditions. */
export function isServerIssued(parameter: Parameter, context: RequestContext): boolean {
  const { location, name } = parameter;
  if (location === 'header') return CONDITION.test(name);
  return location === 'path' || hasQueryMeaning(parameter, 'cursor', context);
}

/** Returns a valid value of a parameter: its example, or a generated value. */
export function parameterValue(
  parameter: Parameter,
  { document, requests, seed }: Pick<BaseDraftOptions, 'document' | 'requests' | 'seed'>,
): JsonValue | undefined {
  const schema = findValueSchema(parameter);
  const [example] = listAllExamples(document, parameter.pointer).filter(
    ({ value }) => !schema || requests.accepts(schema, value),
  );
  if (example) return example.value;
  if (!schema) return undefined;
  const values = validValues(requests, schema, { seed, limit: 4 });
  const isSendable = (value: JsonValue) =>
    isVisible(value) && (!parameter.schema || isFlat(value)) && !losesBlanks(parameter, value);
  return values.find(isSendable) ?? (parameter.required ? values[0] : undefined);
}

// Blanks around the value of a header do not belong to it (RFC 9110, section 5.5).
function losesBlanks({ location }: Parameter, value: JsonValue): boolean {
  return location === 'header' && typeof value === 'string' && value !== value.trim();
}

// A URL does not show null and an empty list.
function isVisible(value: JsonValue): boolean {
  return value !== '' && value !== null && !(typeof value === 'object' && Object.keys(value).length === 0);
}

/** Whether a style can write a value: OpenAPI does not define nested values (Style Values). */
export function isFlat(value: JsonValue): boolean {
  return Object.values(Object(value)).every((member) => typeof member !== 'object' || member === null);
}
