// The facts about a schema that a client needs, with references followed.
import {
  appendPointer,
  collectParts,
  isJsonObject,
  isSchema,
  type LocatedSchema,
  listSubschemas,
  memberOf,
  type OpenApiModel,
} from '@keyframe/openapi-model';

const SINGLE = ['boolean', 'integer', 'null', 'number', 'string'];

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

// Finds the types that a schema allows, including those of `enum` and `const`; undefined if it allows any.
function findTypes(model: OpenApiModel, located: LocatedSchema): string[] | undefined {
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

function findItemsSchema(model: OpenApiModel, located: LocatedSchema): LocatedSchema | undefined {
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
