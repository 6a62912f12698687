// The properties that a document describes for requests and responses of an operation.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  type Operation,
} from '@keyframe/openapi-model';
import { type Conventions, listWrappers, unwrap } from '@keyframe/openapi-resources';
import { isJson, isMultipart } from '@keyframe/openapi-runtime/media-type';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { findDefault, listApplied, listKeyword } from '@keyframe/openapi-schema/facts';
import { type Draft, sentObject } from '../requests/draft.ts';
import { findFormParts } from '../requests/form-parts.ts';
import {
  describedItems,
  describedMembers,
  describesMap,
  listMapValues,
} from '../schema/described-members.ts';
import { replaceValue } from '../schema/variants/variants.ts';
import { bodyValue, type Exchange, type Session } from '../session/session.ts';
import { isForm } from '../wire/encode-body.ts';
import type { Collection } from './collections.ts';

/** Lists the properties that a request of an operation may set; files of a form are returned in other forms, if at all. */
export function writableProperties(
  { requests }: Session,
  operation: Operation | undefined,
): Map<string, SchemaNode> {
  const content = operation?.requestBody?.content ?? [];
  const mediaType = content.find(({ name }) => isJson(name)) ?? content.find(({ name }) => isForm(name));
  if (!mediaType?.schema) return new Map();
  const properties = describedMembers(requests, mediaType.schema);
  const parts = isMultipart(mediaType.name) ? findFormParts(requests, mediaType) : undefined;
  // In the view of a request, the schema of a readOnly property is `true`.
  return new Map(
    [...properties].filter(([name, { kind }]) => kind === 'keywords' && !parts?.get(name)?.isFile),
  );
}

/**
 * Lists the properties that a successful response of an operation may contain; none if the document does not describe the
 * resource.
 */
export function readableProperties(
  { responses, bodyResources }: Pick<Session, 'bodyResources' | 'responses'>,
  operation: Operation | undefined,
): Map<string, SchemaNode> {
  const schema = successSchema(operation);
  if (!operation || !schema) return new Map();
  let properties = describedMembers(responses, schema);
  for (const name of bodyResources.findPath(operation)) {
    const inner = properties.get(name);
    if (inner) properties = describedMembers(responses, inner);
  }
  return new Map([...properties].filter(([, { kind }]) => kind !== 'never'));
}

/** Lists the properties of the resource in a request: those of the body, or of the object that is all of it. */
export function settableProperties(session: Session, operation: Operation): Map<string, SchemaNode> {
  const properties = writableProperties(session, operation);
  const [wrapper] = findOnlyWrapper([...properties.keys()], operation, session.conventions);
  const inner = wrapper === undefined ? undefined : properties.get(wrapper);
  return inner && mayBeObject(inner) ? describedMembers(session.requests, inner) : properties;
}

/** Finds the resource in the body of a request: the body, or the object that is all of it, such as `data` of JSON:API. */
export function sentResource(draft: Draft, conventions: Conventions): JsonObject | undefined {
  const requestBody = sentObject(draft);
  const [wrapper] = findOnlyWrapper(Object.keys(requestBody ?? {}), draft.operation, conventions);
  const inner = wrapper === undefined ? undefined : requestBody?.[wrapper];
  return isJsonObject(inner) ? inner : requestBody;
}

function findOnlyWrapper(
  names: readonly string[],
  { resourcePath: path }: Operation,
  conventions: Conventions,
): string[] {
  return names.length === 1 ? listWrappers({ names, path, conventions }) : [];
}

function mayBeObject(schema: SchemaNode | undefined): boolean {
  if (!schema || schema.kind === 'never') return false;
  return schema.types === undefined || schema.types.has('object');
}

/** Lists the properties that the items of a listing response may contain. */
export function itemProperties(
  { responses }: Session,
  operation: Operation | undefined,
): Map<string, SchemaNode> {
  const schema = successSchema(operation);
  if (!schema) return new Map();
  const lists = [responses.node(schema), ...describedMembers(responses, schema).values()];
  const items = lists.flatMap((list) => (describesMap(list) ? listMapValues(list) : describedItems(list)));
  return new Map(items.flatMap((item) => [...describedMembers(responses, item)]));
}

/** Whether the schema of a response accepts its body without a property. */
export function isRemovable(
  { responses, bodyResources }: Pick<Session, 'bodyResources' | 'responses'>,
  exchange: Exchange,
  name: string,
): boolean {
  const schema = successSchema(exchange.operation);
  const body = bodyValue(exchange);
  const path = bodyResources.findPath(exchange.operation);
  const { [name]: _, ...others } = unwrap(body, path) ?? {};
  return !schema || body === undefined || responses.accepts(schema, replaceValue(body, path, others));
}

/** Whether a response can return a sent value: one that its schema rejects is stored as another one, or not at all. */
export function isReturnable(
  { responses }: Pick<Session, 'responses'>,
  schema: SchemaNode | undefined,
  sent: JsonValue | undefined,
): boolean {
  return schema !== undefined && sent !== undefined && responses.accepts(schema, sent);
}

/** Selects what a response describes of a value, at any depth. */
export function selectReturnable(
  session: Pick<Session, 'responses'>,
  schema: SchemaNode | undefined,
  value: JsonValue | undefined,
): JsonValue | undefined {
  const members = schema && describedMembers(session.responses, schema);
  if (!members || members.size === 0 || !isJsonObject(value)) return value;
  const selected: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    const node = members.get(name);
    if (node && isReturnable(session, node, member)) selected[name] = selectReturnable(session, node, member);
  }
  return selected;
}

/** Whether a request can set a value that a response contains. */
export function isSettable(
  { requests }: Session,
  schema: SchemaNode | undefined,
  value: JsonValue | undefined,
): boolean {
  return schema !== undefined && value !== undefined && requests.accepts(schema, value);
}

/** Lists the properties that a successful response describes as `readOnly`. */
export function readOnlyProperties(
  { responses: space }: Session,
  operation: Operation | undefined,
): string[] {
  const schema = successSchema(operation);
  const properties = schema ? [...describedMembers(space, schema)] : [];
  const isReadOnly = (property: SchemaNode) =>
    listApplied(property).some(({ annotations }) => annotations.readOnly);
  return properties.filter(([, node]) => isReadOnly(node)).map(([name]) => name);
}

/**
 * Lists the required properties of an update that only the server sets: a read shows them, and the creation does not contain them.
 */
export function listServerMembers(
  session: Session,
  { create, read }: Pick<Collection, 'create' | 'read'>,
  update: Operation,
): string[] {
  const schema = update.requestBody?.content.find(({ name }) => isJson(name))?.schema;
  if (!create || create === update || !read || !schema) return [];
  const required = new Set(listKeyword(listApplied(session.requests.node(schema)), 'required').flat());
  const created = writableProperties(session, create);
  const readable = readableProperties(session, read);
  const isId = (name: string) => session.conventions.matches('id', name);
  return [...required].filter((name) => readable.has(name) && !created.has(name) && !isId(name));
}

/** Lists the defaults of the properties that a valid body omits. */
export function omittedDefaults(
  { requests: space }: Session,
  operation: Operation,
  body: JsonObject,
): Map<string, JsonValue> {
  const schema = operation.requestBody?.content.find(({ name }) => isJson(name))?.schema;
  const found = new Map<string, JsonValue>();
  for (const applied of schema ? space.applicable(schema, body) : []) {
    for (const [name, property] of applied.keywords.properties) {
      const own = findDefault(property);
      if (own !== undefined && !Object.hasOwn(body, name)) found.set(name, own);
    }
  }
  return found;
}

function successSchema(operation: Operation | undefined): LocatedSchema | undefined {
  const success = operation?.responses.find(({ status }) => status.startsWith('2'));
  return success?.content.find(({ name }) => isJson(name))?.schema;
}
