// The items of a list: an array, or a map by id that the document describes with `additionalProperties`.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/http';
import type { SchemaSpace } from '@keyframe/openapi-values';
import { describedMembers, describesMap } from '../schema/described-members.ts';
import { bodyValue, type Exchange, findDocumentedResponse } from '../session/session.ts';

/** An item of a list. */
export interface ListItem {
  /** The key of the item in a map; undefined in an array. */
  key: string | undefined;
  value: JsonValue;
}

/** Finds the items of a list: the body itself, or its first property that is an array or a map. */
export function findItems(
  exchange: Pick<Exchange, 'body' | 'operation' | 'response'>,
  responses: SchemaSpace,
): ListItem[] | undefined {
  const body = bodyValue(exchange);
  const map = isJsonObject(body) ? findMap(body, exchange, responses) : undefined;
  if (map)
    return Object.entries(map).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]));
  return findArray(body)?.map((value) => ({ key: undefined, value }));
}

function findMap(
  body: JsonObject,
  { operation, response }: Pick<Exchange, 'operation' | 'response'>,
  responses: SchemaSpace,
): JsonObject | undefined {
  const documented = findDocumentedResponse(operation, response.status);
  const schema = documented?.content.find(({ name }) => isJson(name))?.schema;
  if (!schema) return undefined;
  if (describesMap(responses.node(schema))) return body;
  const members = [...describedMembers(responses, schema)].filter(([, member]) => describesMap(member));
  return members.map(([name]) => body[name]).find(isJsonObject);
}

function findArray(body: JsonValue | undefined): JsonValue[] | undefined {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null) return undefined;
  const members = Object.values(body);
  const own = members.find((member) => Array.isArray(member));
  if (Array.isArray(own)) return own;
  return members
    .map((member) => (Array.isArray(member) ? undefined : nestedItems(member)))
    .find((one) => one !== undefined);
}

function nestedItems(member: JsonValue | undefined): JsonValue[] | undefined {
  if (typeof member !== 'object' || member === null || Array.isArray(member)) return undefined;
  return Object.values(member).find((one): one is JsonValue[] => Array.isArray(one));
}
