// Reads the keywords of a schema: the only module that knows how each of them is written.
import {
  appendPointer,
  isJsonObject,
  isSchema,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  memberOf,
} from '@keyframe/openapi-model/document';
import type { Types } from './json-types.ts';
import { isAnnotation } from './keywords.ts';

/** A schema of keywords and its location. */
export interface LocatedKeywords {
  schema: JsonObject;
  pointer: string;
}

/** Lists the schemas that a keyword holds. */
export function subschemas({ schema, pointer }: LocatedSchema, keyword: string): LocatedSchema[] {
  const value = isJsonObject(schema) ? memberOf(schema, keyword) : undefined;
  if (!Array.isArray(value)) return [];
  return value.flatMap((item, index) =>
    isSchema(item) ? [{ schema: item, pointer: appendPointer(pointer, keyword, index) }] : [],
  );
}

/** Lists the schemas that a map of schemas holds. */
export function schemaMap(
  { schema, pointer }: LocatedKeywords,
  keyword: string,
): { name: string; located: LocatedSchema }[] {
  const map = memberOf(schema, keyword);
  if (!isJsonObject(map)) return [];
  const base = appendPointer(pointer, keyword);
  return Object.keys(map).flatMap((name) => {
    const value = map[name];
    return isSchema(value) ? [{ name, located: { schema: value, pointer: appendPointer(base, name) } }] : [];
  });
}
/** Reads the schema that a keyword holds; undefined when the keyword is absent. */
export function heldSchema({ schema, pointer }: LocatedKeywords, keyword: string): LocatedSchema | undefined {
  const value = memberOf(schema, keyword);
  return isSchema(value) ? { schema: value, pointer: appendPointer(pointer, keyword) } : undefined;
}
/** Reads a list of names. */
export function readNames(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}
/** Reads the value of `type`; undefined if it is absent. */
export function typeNames(type: JsonValue | undefined): Types | undefined {
  if (type === undefined) return undefined;
  return new Set([type].flat().filter((name) => typeof name === 'string')) as ReadonlySet<string> as Types;
}

/** Reports whether a schema adds nothing to the one that it refers to. */
export function isReferenceAlone(schema: LocatedSchema['schema']): boolean {
  const keywords = isJsonObject(schema) ? Object.keys(schema) : [];
  return keywords.includes('$ref') && keywords.every((name) => name === '$ref' || isAnnotation(name));
}
