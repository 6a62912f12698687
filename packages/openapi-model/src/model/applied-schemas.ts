// Schemas that apply together: the targets of references, and the parts of `allOf`.
import { isJsonObject, type JsonValue, memberOf } from '../json.ts';
import { appendPointer } from '../pointer.ts';
import type { OpenApiModel } from './model.ts';
import { isSchema, type LocatedSchema } from './schema.ts';

/** Collects a schema and all schemas that apply with it: the targets of its references, and the parts of `allOf`. */
function collectParts(model: Pick<OpenApiModel, 'resolver'>, located: LocatedSchema): LocatedSchema[] {
  const schemas = new Map<string, LocatedSchema>();
  const add = (added: LocatedSchema): void => {
    const { schema, pointer } = added;
    if (schemas.has(pointer)) return;
    schemas.set(pointer, added);
    if (!isJsonObject(schema)) return;
    const reference = memberOf(schema, '$ref');
    const target = typeof reference === 'string' ? model.resolver.resolve(reference, pointer) : undefined;
    if (target) add(target);
    for (const subschema of listSubschemas(added, 'allOf')) add(subschema);
  };
  add(located);
  return [...schemas.values()];
}

/** Lists the schemas in `oneOf`, `anyOf` or `allOf` of one schema, in their order. */
export function listSubschemas({ schema, pointer }: LocatedSchema, keyword: string): LocatedSchema[] {
  const list = isJsonObject(schema) ? memberOf(schema, keyword) : undefined;
  if (!Array.isArray(list)) return [];
  return list
    .map((subschema, index) => ({ schema: subschema, pointer: appendPointer(pointer, keyword, index) }))
    .filter((located): located is LocatedSchema => isSchema(located.schema));
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
