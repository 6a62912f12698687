// Schemas that apply together: the targets of references, and the parts of `allOf`.
import { isJsonObject, type JsonValue, memberOf } from '../json.ts';
import { appendPointer } from '../pointer.ts';
import type { OpenApiModel } from './model.ts';
import { isSchema, type LocatedSchema } from './schema.ts';

/** Adds its pointer to a schema that is inside another. */
function locateSchema(
  { pointer }: LocatedSchema,
  schema: LocatedSchema['schema'],
  ...tokens: readonly string[]
): LocatedSchema {
  return { schema, pointer: appendPointer(pointer, ...tokens) };
}

/** Collects a schema and all schemas that apply with it: the targets of its references, and the parts of `allOf`. */
export function collectParts(model: Pick<OpenApiModel, 'resolver'>, located: LocatedSchema): LocatedSchema[] {
  const parts = new Map<string, LocatedSchema>();
  const add = (one: LocatedSchema): void => {
    if (parts.has(one.pointer)) return;
    parts.set(one.pointer, one);
    if (!isJsonObject(one.schema)) return;
    const reference = memberOf(one.schema, '$ref');
    const target = typeof reference === 'string' ? model.resolver.resolve(reference, one.pointer) : undefined;
    if (target) add(target);
    for (const part of listSubschemas(one, 'allOf')) add(part);
  };
  add(located);
  return [...parts.values()];
}

/** Lists the schemas in `oneOf`, `anyOf` or `allOf` of one schema, in their order. */
export function listSubschemas(located: LocatedSchema, keyword: string): LocatedSchema[] {
  const { schema } = located;
  const list = isJsonObject(schema) ? memberOf(schema, keyword) : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((one, index) =>
    isSchema(one) ? [locateSchema(located, one, keyword, String(index))] : [],
  );
}

/** Finds the first value of a keyword in a schema and the schemas that apply with it. */
export function findKeyword(
  model: Pick<OpenApiModel, 'resolver'>,
  located: LocatedSchema,
  keyword: string,
): JsonValue | undefined {
  for (const { schema } of collectParts(model, located)) {
    const value = isJsonObject(schema) ? memberOf(schema, keyword) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}
