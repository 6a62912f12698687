// The part of `not` that types can express.
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '@keyframe/openapi-model';

/** A schema that no value fits. */
export const NOTHING: JsonObject = { enum: [] };

/** Removes the values that `not` excludes from a schema: types, constants, or objects with a member. */
export function excludeValues(schema: JsonObject, not: JsonValue | undefined): JsonObject {
  if (not === true) return NOTHING;
  if (!isJsonObject(not)) return schema;
  const [keyword, ...others] = Object.keys(not);
  if (keyword === undefined) return NOTHING;
  // Values that only one of two keywords excludes are allowed.
  if (others.length > 0) return schema;
  const value = not[keyword];
  if (keyword === 'type') return withoutTypes(schema, [value].flat());
  if (keyword === 'const') return withoutConstants(schema, [value]);
  if (keyword === 'enum' && Array.isArray(value)) return withoutConstants(schema, value);
  if (keyword === 'required' && Array.isArray(value)) return withoutMember(schema, value);
  return schema;
}

type Values = readonly (JsonValue | undefined)[];

function withoutTypes(schema: JsonObject, types: Values): JsonObject {
  const { type } = schema;
  if (type === undefined || memberOf(schema, 'enum') !== undefined || memberOf(schema, 'const') !== undefined)
    return schema;
  const excluded = new Set(types.includes('number') ? [...types, 'integer'] : types);
  const kept = [type].flat().filter((one) => !excluded.has(one));
  if (kept.length === 0) return NOTHING;
  const [single] = kept;
  return { ...schema, type: kept.length === 1 && single !== undefined ? single : kept };
}

function withoutConstants(schema: JsonObject, constants: Values): JsonObject {
  const { enum: listed } = schema;
  if (!Array.isArray(listed)) return schema;
  const excluded = new Set(constants.map((one) => JSON.stringify(one)));
  return { ...schema, enum: listed.filter((one) => !excluded.has(JSON.stringify(one))) };
}

// Only a single name is a type: of several, one may be present.
function withoutMember(schema: JsonObject, [name, ...others]: Values): JsonObject {
  const { type, properties } = schema;
  // Values of other types have no members.
  const isObject = type === 'object' || (type === undefined && properties !== undefined);
  if (typeof name !== 'string' || others.length > 0 || !isObject) return schema;
  return { ...schema, properties: { ...(isJsonObject(properties) ? properties : {}), [name]: false } };
}
