// The items of a list: an array, or a map by id that the document describes with `additionalProperties`.

import { findResponse, isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import { toSingular } from '@keyframe/openapi-resources';
import { isJson } from '@keyframe/openapi-runtime/http';
import type { SchemaSpace } from '@keyframe/openapi-values';
import { describedMembers, describesMap } from '../schema/described-members.ts';
import { bodyValue, type Exchange } from '../session/session.ts';
import { normalizeName } from './resource-ids.ts';

/** An item of a list. */
export interface ListItem {
  /** The key of the item in a map; undefined in an array. */
  key: string | undefined;
  value: JsonValue;
}

/**
 * Finds the items of a list: the body itself, or its property that is a map or an array: the one
 * that the path names, or the first one with objects.
 */
export function findItems(
  exchange: Pick<Exchange, 'body' | 'operation' | 'response'>,
  responses: SchemaSpace,
): ListItem[] | undefined {
  const body = bodyValue(exchange);
  const map = isJsonObject(body) ? findMap(body, exchange, responses) : undefined;
  if (map)
    return Object.entries(map).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]));
  return findArray(body, exchange.operation.path)?.map((value) => ({ key: undefined, value }));
}

function findMap(
  body: JsonObject,
  { operation, response }: Pick<Exchange, 'operation' | 'response'>,
  responses: SchemaSpace,
): JsonObject | undefined {
  const documented = findResponse(operation, response.status);
  const schema = documented?.content.find(({ name }) => isJson(name))?.schema;
  if (!schema) return undefined;
  if (describesMap(responses.node(schema))) return body;
  const members = [...describedMembers(responses, schema)].filter(([, member]) => describesMap(member));
  return members.map(([name]) => body[name]).find(isJsonObject);
}

function findArray(body: JsonValue | undefined, path: string): JsonValue[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isJsonObject(body)) return undefined;
  const objects = [body, ...Object.values(body).filter(isJsonObject)];
  return objects.map((one) => selectArray(one, path)).find((one) => one !== undefined);
}

// A response may have lists beside its items, such as warnings.
function selectArray(object: JsonObject, path: string): JsonValue[] | undefined {
  const arrays = Object.entries(object).flatMap(([name, value]) =>
    Array.isArray(value) ? [{ name, value }] : [],
  );
  const named = arrays.find(({ name }) => isNamedAfter(path, name));
  return (named ?? arrays.find(({ value }) => value.some(isJsonObject)) ?? arrays[0])?.value;
}

/** Whether the last segment of a path names a member: `changes` of `/stores/{id}/changes`. */
export function isNamedAfter(path: string, name: string): boolean {
  const segment = path.split('/').findLast((one) => one !== '' && !one.includes('{')) ?? '';
  return toSingular(normalizeName(name)) === toSingular(normalizeName(segment));
}
