// Finds the property that tells the branches of a union apart: in each branch it has its own constants.
import {
  appendPointer,
  isJsonObject,
  type JsonValue,
  type LocatedSchema,
  memberOf,
} from '@keyframe/openapi-model';
import { type Place, subschemas } from './keyword-readers.ts';
import type { Discriminant, Scalar } from './schema-node.ts';
import { type References, reaches } from './search-graph.ts';

interface ConstantProperty {
  values: Scalar[];
  required: boolean;
}

/** Finds the discriminant of a union, `preferred` (its discriminator) first; undefined when it has none. */
export function findDiscriminant(
  graph: References,
  branches: readonly LocatedSchema[],
  preferred?: string,
): Discriminant | undefined {
  if (branches.length < 2) return undefined;
  const constants = branches.map((branch) => constantProperties(graph, branch));
  const [first, ...others] = constants;
  const candidates = [...(first?.keys() ?? [])].filter((name) => others.every((branch) => branch.has(name)));
  const ordered = candidates.sort((one, other) => Number(other === preferred) - Number(one === preferred));
  for (const property of ordered) {
    const found = constants
      .map((branch) => branch.get(property))
      .filter((discriminant) => discriminant !== undefined);
    if (!areDisjoint(found)) continue;
    const optional = found.flatMap((discriminant, index) => (discriminant.required ? [] : [index]));
    // With two branches that need no discriminant, a value without it could fit both.
    if (optional.length > 1) continue;
    return { property, values: found.map((discriminant) => discriminant.values), absent: optional[0] };
  }
  return undefined;
}

function areDisjoint(tags: readonly ConstantProperty[]): boolean {
  const all = tags.flatMap((discriminant) => discriminant.values);
  return new Set(all).size === all.length;
}

function constantProperties(graph: References, branch: LocatedSchema): Map<string, ConstantProperty> {
  const found = new Map<string, ConstantProperty>();
  const required = new Set<string>();
  for (const { schema, pointer } of conjuncts(graph, branch)) {
    for (const name of namesIn(memberOf(schema, 'required'))) required.add(name);
    const properties = memberOf(schema, 'properties');
    if (!isJsonObject(properties)) continue;
    for (const [name, property] of Object.entries(properties)) {
      const place = appendPointer(pointer, 'properties', name);
      const values = isJsonObject(property)
        ? scalarsOf(graph, { schema: property, pointer: place })
        : undefined;
      if (values) found.set(name, { values, required: false });
    }
  }
  for (const [name, discriminant] of found) discriminant.required = required.has(name);
  return found;
}

// The schemas that all apply to the value itself.
function conjuncts(graph: References, branch: LocatedSchema): Place[] {
  const found: Place[] = [];
  const steps = (from: LocatedSchema) => [...graph.referenced(from), ...subschemas(from, 'allOf').reverse()];
  const fits = ({ schema, pointer }: LocatedSchema) => {
    if (isJsonObject(schema)) found.push({ schema, pointer });
    return false;
  };
  reaches(branch, { steps, fits });
  return found;
}

function scalarsOf(graph: References, place: Place): Scalar[] | undefined {
  const { schema } = place;
  const constant = memberOf(schema, 'const');
  if (isScalar(constant)) return [constant];
  const values = memberOf(schema, 'enum');
  if (Array.isArray(values) && values.length > 0 && values.every(isScalar)) return values;
  const [target] = graph.referenced(place);
  if (!target || !isJsonObject(target.schema) || memberOf(target.schema, '$ref') !== undefined)
    return undefined;
  return scalarsOf(graph, { schema: target.schema, pointer: target.pointer });
}

function isScalar(value: JsonValue | undefined): value is Scalar {
  return value !== undefined && (value === null || typeof value !== 'object');
}

function namesIn(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** Names the property that the discriminator of a schema speaks of. */
export function discriminatorOf({ schema }: LocatedSchema): string | undefined {
  const discriminator = isJsonObject(schema) ? memberOf(schema, 'discriminator') : undefined;
  const name = isJsonObject(discriminator) ? memberOf(discriminator, 'propertyName') : undefined;
  return typeof name === 'string' ? name : undefined;
}
