// The facts about a schema that a client needs, with references followed.
import {
  appendPointer,
  isJsonObject,
  isSchema,
  type LocatedSchema,
  memberOf,
  type OpenApiModel,
} from '@keyframe/openapi-model';

/** Adds its pointer to a schema that is inside another. */
function locateSchema(
  { pointer }: LocatedSchema,
  schema: LocatedSchema['schema'],
  ...tokens: readonly string[]
): LocatedSchema {
  return { schema, pointer: appendPointer(pointer, ...tokens) };
}

const SINGLE = ['boolean', 'integer', 'null', 'number', 'string'];

/** Collects a schema and all schemas that apply with it: the targets of its references, and the parts of `allOf`. */
export function collectParts(model: OpenApiModel, located: LocatedSchema): LocatedSchema[] {
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

/** Collects the schemas of the properties of an object; the first schema of each name wins. */
export function collectProperties(model: OpenApiModel, located: LocatedSchema): Map<string, LocatedSchema> {
  const found = new Map<string, LocatedSchema>();
  for (const { schema, pointer } of collectParts(model, located)) {
    const properties = isJsonObject(schema) ? memberOf(schema, 'properties') : undefined;
    for (const [name, property] of Object.entries(isJsonObject(properties) ? properties : {})) {
      const propertyPointer = appendPointer(pointer, 'properties', name);
      if (isSchema(property) && !found.has(name))
        found.set(name, { schema: property, pointer: propertyPointer });
    }
  }
  return found;
}

/** Finds the types that a schema allows, including those of `enum` and `const`; undefined if it allows any. */
export function findTypes(model: OpenApiModel, located: LocatedSchema): string[] | undefined {
  return collectTypes(model, located, new Set());
}

// A union may lead back to itself.
function collectTypes(
  model: OpenApiModel,
  located: LocatedSchema,
  above: ReadonlySet<string>,
): string[] | undefined {
  if (above.has(located.pointer)) return undefined;
  const within = new Set([...above, located.pointer]);
  for (const part of collectParts(model, located)) {
    const { schema } = part;
    if (!isJsonObject(schema)) continue;
    const type = memberOf(schema, 'type');
    if (type !== undefined) return [type].flat().map(String);
    const constants = [memberOf(schema, 'const'), memberOf(schema, 'enum')]
      .flat()
      .filter((one) => one !== undefined);
    if (constants.length > 0) return constants.map((one) => (one === null ? 'null' : typeof one));
    const branches = [...listSubschemas(part, 'oneOf'), ...listSubschemas(part, 'anyOf')].map((branch) =>
      collectTypes(model, branch, within),
    );
    if (branches.length > 0 && !branches.includes(undefined)) return branches.flatMap((types) => types ?? []);
  }
  return undefined;
}

/** Lists the branches of a union, or else the schema itself. */
export function listVariants(model: OpenApiModel, located: LocatedSchema): LocatedSchema[] {
  const branches = collectParts(model, located).flatMap((part) => [
    ...listSubschemas(part, 'oneOf'),
    ...listSubschemas(part, 'anyOf'),
  ]);
  return branches.length === 0 ? [located] : branches;
}

/** Finds the schema of the items of a list. */
export function findItemsSchema(model: OpenApiModel, located: LocatedSchema): LocatedSchema | undefined {
  for (const { schema, pointer } of collectParts(model, located)) {
    const items = isJsonObject(schema) ? memberOf(schema, 'items') : undefined;
    if (isSchema(items)) return { schema: items, pointer: appendPointer(pointer, 'items') };
  }
  return undefined;
}

/** Reports whether all values are scalars or, with `areLists`, lists of scalars. Other keywords are ignored. */
export function isSimple(model: OpenApiModel, located: LocatedSchema, areLists: boolean): boolean {
  const types = findTypes(model, located);
  if (!types) return false;
  if (types.every((type) => SINGLE.includes(type))) return true;
  if (!areLists || !types.every((type) => type === 'array' || SINGLE.includes(type))) return false;
  const items = findItemsSchema(model, located);
  const itemTypes = items && findTypes(model, items);
  return itemTypes?.every((type) => SINGLE.includes(type)) ?? false;
}

/** Finds the first value of a keyword in a schema and the schemas that apply with it. */
export function findKeyword(model: OpenApiModel, located: LocatedSchema, keyword: string): unknown {
  for (const { schema } of collectParts(model, located)) {
    const value = isJsonObject(schema) ? memberOf(schema, keyword) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}
