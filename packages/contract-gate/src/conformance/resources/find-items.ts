import type { JsonValue } from '@keyframe/openapi-model';

/** Finds the items of a list: the body itself, or its first property that is an array. */
export function findItems(body: JsonValue | undefined): JsonValue[] | undefined {
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
