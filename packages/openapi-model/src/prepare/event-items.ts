// The items of event streams. An event carries its data as text; `contentMediaType` and `contentSchema` describe the
// value in it (OpenAPI 3.2, Server-Sent Event Streams). In the prepared document `data` has the schema of that value.
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '../json.ts';
import { canonicalPointer, valueAt } from '../pointer.ts';

/** The extension of a prepared media type that records which data is JSON. */
export const EVENT_DATA = 'x-event-data';

/** Records which data of the events of a stream is JSON. */
export interface EventData {
  /** The `event` names with JSON data; true if all events have it. */
  json: true | string[];
  /** Data that is text even so, such as `[DONE]`. */
  texts: string[];
}

/** The extension of a prepared media type whose item schema is not in the document. */
export const IMPLIED_ITEMS = 'x-implied-items';

/**
 * Describes the events of a media type by its schema, as documents before OpenAPI 3.2 do: it is that of whole events, or of
 * the JSON in `data`, unless it describes the text of the stream.
 */
export function describeEventData(document: JsonObject, mediaType: JsonObject): void {
  const { schema } = mediaType;
  if (mediaType['x-item-schema'] !== undefined) return;
  if (describesEvents(document, schema)) mediaType['x-item-schema'] = encodeData(document, schema);
  else if (describesData(document, schema)) {
    const properties = { event: { type: 'string' }, id: { type: 'string' }, retry: { type: 'integer' } };
    const data = writeContent(schema);
    mediaType['x-item-schema'] = { type: 'object', required: ['data'], properties: { data, ...properties } };
  } else return;
  mediaType[IMPLIED_ITEMS] = true;
}

const writeContent = (contentSchema: JsonValue | undefined): JsonObject => ({
  type: 'string',
  contentMediaType: 'application/json',
  contentSchema: contentSchema ?? true,
});

function encodeData(document: JsonObject, schema: JsonValue | undefined): JsonValue {
  const scope: Scope = { document, followed: [], names: undefined, isBranch: false };
  return visit(schema, scope, (data) => (describesData(document, data) ? writeContent(data) : data));
}

function describesEvents(document: JsonObject, schema: JsonValue | undefined): boolean {
  return testBranches(
    { document, schema },
    ({ properties }) => isJsonObject(properties) && isEvent(properties),
  );
}

function isEvent(properties: JsonObject): boolean {
  return 'event' in properties && 'data' in properties;
}

// Decides by the type, or else by what the schema is made of; one that says nothing describes no data.
function describesData(document: JsonObject, schema: JsonValue | undefined): boolean {
  return testBranches({ document, schema }, ({ type, properties }) => {
    if (isJsonObject(properties) && isEvent(properties)) return false;
    return type === undefined ? properties !== undefined : ![type].flat().includes('string');
  });
}

/** Tests a schema, or all that it refers to or is made of. */
function testBranches(
  {
    document,
    schema,
    followed = 0,
  }: { document: JsonObject; schema: JsonValue | undefined; followed?: number },
  test: (schema: JsonObject) => boolean,
): boolean {
  if (!isJsonObject(schema) || followed > MOST_REFERENCES) return false;
  const { $ref, oneOf, anyOf, allOf } = schema;
  const pointer = typeof $ref === 'string' ? canonicalPointer($ref) : undefined;
  const targets = pointer === undefined ? [oneOf, anyOf, allOf].flat() : [valueAt(document, pointer)];
  const branches = targets.filter((target) => target !== undefined);
  if (pointer === undefined && branches.length === 0) return test(schema);
  return (
    branches.length > 0 &&
    branches.every((branch) => testBranches({ document, schema: branch, followed: followed + 1 }, test))
  );
}

const MOST_REFERENCES = 20;

interface Scope {
  document: JsonObject;
  /** The references that were followed to here. */
  followed: readonly string[];
  /** The names that `event` may have here; undefined if the schema does not restrict it. */
  names: readonly string[] | undefined;
  /** Whether the schema is one of several alternatives. */
  isBranch: boolean;
}

/** Replaces the item schema of a media type by that of its decoded events; returns whether it changed. */
export function decodeEvents(document: JsonObject, mediaType: JsonObject, member: string): boolean {
  const item = memberOf(mediaType, member);
  const scope: Scope = { document, followed: [], names: undefined, isBranch: false };
  const findings = {
    contents: [] as JsonValue[],
    names: [] as (readonly string[] | undefined)[],
    texts: [] as string[],
  };
  visit(item, scope, (data, { names, isBranch }) => {
    const content = readContentSchema(data);
    if (content !== undefined) {
      findings.contents.push(content);
      findings.names.push(names);
    } else if (isBranch) findings.texts.push(...listTexts(data));
    return data;
  });
  if (findings.contents.length === 0) return false;
  mediaType[member] = visit(item, scope, (data, { isBranch }) => {
    const content = readContentSchema(data);
    if (content !== undefined) return content;
    return isBranch ? data : { anyOf: [data, ...findings.contents] };
  });
  const names = findings.names.filter((value) => value !== undefined);
  const json = names.length < findings.names.length ? true : [...new Set(names.flat())];
  // Services that follow OpenAI end a stream by this text, which no such document describes.
  const texts = mediaType[IMPLIED_ITEMS] ? ['[DONE]'] : [...new Set(findings.texts)];
  mediaType[EVENT_DATA] = { json, texts };
  return true;
}

type Replace = (data: JsonValue, scope: Scope) => JsonValue;

// Copies a schema with the schemas that it refers to, since the data of a referenced event is replaced as well.
function visit(schema: JsonValue | undefined, scope: Scope, replace: Replace): JsonValue {
  if (!isJsonObject(schema)) return schema ?? true;
  const { $ref, discriminator: _, ...members } = schema;
  const innerScope = { ...scope, names: readNames(members) ?? scope.names };
  const copy = visitApplied(members, innerScope, replace);
  if (typeof $ref !== 'string') return copy;
  const target = follow($ref, innerScope, replace);
  if (target === undefined) return { ...copy, $ref };
  const allOf = Array.isArray(copy.allOf) ? copy.allOf : [];
  return Object.keys(copy).length === 0 ? target : { ...copy, allOf: [...allOf, target] };
}

function visitApplied(schema: JsonObject, scope: Scope, replace: Replace): JsonObject {
  const copy = { ...schema };
  const branch = { ...scope, isBranch: true };
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'then' || keyword === 'else') copy[keyword] = visit(value, branch, replace);
    if (keyword === 'properties' && isJsonObject(value)) copy.properties = visitData(value, scope, replace);
    if (!Array.isArray(value) || !['allOf', 'anyOf', 'oneOf'].includes(keyword)) continue;
    copy[keyword] = value.map((subschema) => visit(subschema, keyword === 'allOf' ? scope : branch, replace));
  }
  return copy;
}

function visitData(properties: JsonObject, scope: Scope, replace: Replace): JsonObject {
  const data = memberOf(properties, 'data');
  return data === undefined ? properties : { ...properties, data: replace(data, scope) };
}

function follow($ref: string, scope: Scope, replace: Replace): JsonValue | undefined {
  const pointer = canonicalPointer($ref);
  if (pointer === undefined || scope.followed.includes(pointer)) return undefined;
  const target = valueAt(scope.document, pointer);
  return target === undefined
    ? undefined
    : visit(target, { ...scope, followed: [...scope.followed, pointer] }, replace);
}

function readNames({ properties }: JsonObject): string[] | undefined {
  const event = isJsonObject(properties) ? memberOf(properties, 'event') : undefined;
  const names = listTexts(event ?? true);
  return names.length === 0 ? undefined : names;
}

function listTexts(schema: JsonValue): string[] {
  if (!isJsonObject(schema)) return [];
  return [schema.const, schema.enum].flat().filter((value) => typeof value === 'string');
}

function readContentSchema(data: JsonValue): JsonValue | undefined {
  if (!isJsonObject(data)) return undefined;
  const { contentMediaType, contentSchema, description } = data;
  const isJson =
    typeof contentMediaType === 'string' && /^[^/]+\/(?:[^;]+\+)?json\s*(?:;|$)/i.test(contentMediaType);
  if (!isJson || contentSchema === undefined) return undefined;
  const isDescribed = isJsonObject(contentSchema) && contentSchema.description === undefined;
  return isDescribed && description !== undefined ? { description, ...contentSchema } : contentSchema;
}
