// The schemas that speak of one value, of its items and of its members.
import { appendPointer, isJsonObject, isSchema, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import type { Generation } from '../../generation.ts';
import { subschemas } from '../../schema/keyword-readers.ts';

/** Lists a schema and all that speak of the same value: those that it refers to, combines or chooses from. */
export function inPlace(generation: Generation, located: LocatedSchema): LocatedSchema[] {
  const found = new Map([[located.pointer, located]]);
  for (const part of found.values()) {
    const parts = (['allOf', 'anyOf', 'oneOf'] as const).flatMap((keyword) => subschemas(part, keyword));
    for (const next of [...generation.graph.referenced(part), ...parts]) {
      if (!found.has(next.pointer)) found.set(next.pointer, next);
    }
  }
  return [...found.values()].filter(({ schema }) => isJsonObject(schema));
}

/** Lists the schemas that items have, as parts of one value say: choices of schemas that hold together. */
export function itemAlternatives(parts: readonly LocatedSchema[]): LocatedSchema[][] {
  const ofParts = parts.map(itemsOf).filter((items) => items.length > 0);
  if (ofParts.length === 0) return [];
  return ofParts.every((items) => items.length === 1)
    ? [ofParts.flat()]
    : ofParts.flat().map((item) => [item]);
}

function itemsOf(part: LocatedSchema): LocatedSchema[] {
  const { schema, pointer } = part;
  const items = isJsonObject(schema) ? memberOf(schema, 'items') : undefined;
  const own = isSchema(items) ? [{ schema: items, pointer: appendPointer(pointer, 'items') }] : [];
  return [...own, ...subschemas(part, 'prefixItems')];
}

export interface Properties {
  /** The schemas of each property that is named. */
  named: ReadonlyMap<string, readonly LocatedSchema[]>;
  /** The schemas of the others; none when the schema says nothing of them. */
  others: readonly LocatedSchema[];
}

/** Lists the schemas of the properties of an object, as parts of one value say. */
export function propertiesOf(parts: readonly LocatedSchema[]): Properties {
  const named = new Map<string, LocatedSchema[]>();
  const others: LocatedSchema[] = [];
  for (const part of parts) {
    for (const [name, schema] of schemasIn(part, 'properties')) {
      named.set(name, [...(named.get(name) ?? []), schema]);
    }
    others.push(...schemasIn(part, 'patternProperties').map(([, schema]) => schema));
    const additional = isJsonObject(part.schema) && memberOf(part.schema, 'additionalProperties');
    if (isSchema(additional) && additional !== false) {
      others.push({ schema: additional, pointer: appendPointer(part.pointer, 'additionalProperties') });
    }
  }
  return { named, others };
}

function schemasIn({ schema, pointer }: LocatedSchema, keyword: string): [string, LocatedSchema][] {
  const map = isJsonObject(schema) ? memberOf(schema, keyword) : undefined;
  if (!isJsonObject(map)) return [];
  return Object.keys(map).flatMap((name): [string, LocatedSchema][] => {
    const inner = memberOf(map, name);
    return isSchema(inner) ? [[name, { schema: inner, pointer: appendPointer(pointer, keyword, name) }]] : [];
  });
}
