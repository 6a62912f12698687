// What a schema says of the values that fit it, references followed: as much as a client has to know.
import {
  appendPointer,
  isJsonObject,
  isSchema,
  type LocatedSchema,
  memberOf,
  type OpenApiModel,
} from '@keyframe/openapi-model';

/** Locates a schema that another holds. */
function locatedIn(
  { pointer }: LocatedSchema,
  schema: LocatedSchema['schema'],
  ...tokens: readonly string[]
): LocatedSchema {
  return { schema, pointer: appendPointer(pointer, ...tokens) };
}

const SINGLE = ['boolean', 'integer', 'null', 'number', 'string'];

/** Gives a schema and all that hold beside it: the targets of its references, and the parts of `allOf`. */
export function partsOf(model: OpenApiModel, located: LocatedSchema): LocatedSchema[] {
  const parts = new Map<string, LocatedSchema>();
  const add = (one: LocatedSchema): void => {
    if (parts.has(one.pointer)) return;
    parts.set(one.pointer, one);
    if (!isJsonObject(one.schema)) return;
    const reference = memberOf(one.schema, '$ref');
    const target = typeof reference === 'string' ? model.resolver.resolve(reference, one.pointer) : undefined;
    if (target) add(target);
    for (const part of listOf(one, 'allOf')) add(part);
  };
  add(located);
  return [...parts.values()];
}

/** Lists the schemas of `oneOf`, `anyOf` or `allOf` as they stand in one schema. */
export function listOf(located: LocatedSchema, keyword: string): LocatedSchema[] {
  const { schema } = located;
  const list = isJsonObject(schema) ? memberOf(schema, keyword) : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((one, index) =>
    isSchema(one) ? [locatedIn(located, one, keyword, String(index))] : [],
  );
}

/** Gives the schemas of the properties of an object; the first one of each name. */
export function propertiesOf(model: OpenApiModel, located: LocatedSchema): Map<string, LocatedSchema> {
  const found = new Map<string, LocatedSchema>();
  for (const { schema, pointer } of partsOf(model, located)) {
    const properties = isJsonObject(schema) ? memberOf(schema, 'properties') : undefined;
    for (const [name, property] of Object.entries(isJsonObject(properties) ? properties : {})) {
      const place = appendPointer(pointer, 'properties', name);
      if (isSchema(property) && !found.has(name)) found.set(name, { schema: property, pointer: place });
    }
  }
  return found;
}

/** Gives the types that a schema names, `enum` and `const` included; undefined where it allows any. */
export function typesOf(model: OpenApiModel, located: LocatedSchema): string[] | undefined {
  return typesWithin(model, located, new Set());
}

// A union may lead back to itself.
function typesWithin(
  model: OpenApiModel,
  located: LocatedSchema,
  above: ReadonlySet<string>,
): string[] | undefined {
  if (above.has(located.pointer)) return undefined;
  const within = new Set([...above, located.pointer]);
  for (const part of partsOf(model, located)) {
    const { schema } = part;
    if (!isJsonObject(schema)) continue;
    const type = memberOf(schema, 'type');
    if (type !== undefined) return [type].flat().map(String);
    const constants = [memberOf(schema, 'const'), memberOf(schema, 'enum')]
      .flat()
      .filter((one) => one !== undefined);
    if (constants.length > 0) return constants.map((one) => (one === null ? 'null' : typeof one));
    const branches = [...listOf(part, 'oneOf'), ...listOf(part, 'anyOf')].map((branch) =>
      typesWithin(model, branch, within),
    );
    if (branches.length > 0 && !branches.includes(undefined)) return branches.flatMap((types) => types ?? []);
  }
  return undefined;
}

/** Gives the schema of the items of a list. */
function itemsOf(model: OpenApiModel, located: LocatedSchema): LocatedSchema | undefined {
  for (const { schema, pointer } of partsOf(model, located)) {
    const items = isJsonObject(schema) ? memberOf(schema, 'items') : undefined;
    if (isSchema(items)) return { schema: items, pointer: appendPointer(pointer, 'items') };
  }
  return undefined;
}

/** Tells whether values are single ones or, where these are simple too, lists of them, whatever else the schema says. */
export function isSimple(model: OpenApiModel, located: LocatedSchema, areLists: boolean): boolean {
  const types = typesOf(model, located);
  if (!types) return false;
  if (types.every((type) => SINGLE.includes(type))) return true;
  if (!areLists || !types.every((type) => type === 'array' || SINGLE.includes(type))) return false;
  const items = itemsOf(model, located);
  const itemTypes = items && typesOf(model, items);
  return itemTypes?.every((type) => SINGLE.includes(type)) ?? false;
}

/** Reads a keyword of a schema or of what holds beside it. */
export function keywordOf(model: OpenApiModel, located: LocatedSchema, keyword: string): unknown {
  for (const { schema } of partsOf(model, located)) {
    const value = isJsonObject(schema) ? memberOf(schema, keyword) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}
