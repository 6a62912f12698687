// The schemas that speak of one value, of its items and of its members.
import { findArray, findObject, type SchemaNode } from '@keyframe/openapi-schema';

/** Lists the schemas that items have, as parts of one value say: choices of schemas that hold together. */
export function itemAlternatives(conjuncts: readonly SchemaNode[]): SchemaNode[][] {
  const itemLists = conjuncts.map(listItems).filter((items) => items.length > 0);
  if (itemLists.length === 0) return [];
  return itemLists.every((items) => items.length === 1)
    ? [itemLists.flat()]
    : itemLists.flat().map((item) => [item]);
}

function listItems(schema: SchemaNode): SchemaNode[] {
  const { items, prefix = [] } = findArray(schema) ?? {};
  return [...(items ? [items] : []), ...prefix];
}

export interface Properties {
  /** The schemas of each property that is named. */
  named: ReadonlyMap<string, readonly SchemaNode[]>;
  /** The schemas of the others; none when the schema says nothing of them. */
  others: readonly SchemaNode[];
}

/** Lists the schemas of the properties of an object, as parts of one value say. */
export function collectProperties(conjuncts: readonly SchemaNode[]): Properties {
  const named = new Map<string, SchemaNode[]>();
  const others: SchemaNode[] = [];
  const objects = conjuncts.map(findObject).filter((object) => object !== undefined);
  for (const { properties, patterns, additional } of objects) {
    for (const { name, schema } of properties) named.set(name, [...(named.get(name) ?? []), schema]);
    others.push(...patterns.map(({ schema }) => schema));
    if (additional && additional.kind !== 'never') others.push(additional);
  }
  return { named, others };
}
