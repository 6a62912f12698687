// Finds the property that distinguishes the branches of a union: in each branch it has its own constants.
import type { JsonValue } from '@keyframe/openapi-model';
import { collectApplied } from './applied-nodes.ts';
import {
  type Discriminant,
  findObject,
  type Scalar,
  type SchemaNode,
  type SchemaPart,
} from './schema-node.ts';

interface ConstantProperty {
  values: readonly Scalar[];
  required: boolean;
}

/** Finds the discriminant of a union, `preferred` (its discriminator) first; undefined when it has none. */
export function findDiscriminant(
  branches: readonly SchemaNode[],
  preferred: string | undefined,
): Discriminant | undefined {
  if (branches.length < 2) return undefined;
  const constants = branches.map(constantProperties);
  const [first, ...peers] = constants;
  const candidates = [...(first?.keys() ?? [])].filter((name) => peers.every((branch) => branch.has(name)));
  const ordered = candidates.sort((left, right) => Number(right === preferred) - Number(left === preferred));
  for (const property of ordered) {
    const tags = constants
      .map((branch) => branch.get(property))
      .filter((discriminant) => discriminant !== undefined);
    if (!areDisjoint(tags)) continue;
    const optional = tags.flatMap((discriminant, index) => (discriminant.required ? [] : [index]));
    // With two branches that need no discriminant, a value without it could fit both.
    if (optional.length > 1) continue;
    return { property, values: tags.map((discriminant) => discriminant.values), absent: optional[0] };
  }
  return undefined;
}

function areDisjoint(tags: readonly ConstantProperty[]): boolean {
  const all = tags.flatMap((discriminant) => discriminant.values);
  return new Set(all).size === all.length;
}

function constantProperties(branch: SchemaNode): Map<string, ConstantProperty> {
  const constants = new Map<string, ConstantProperty>();
  const objects = collectApplied([branch])
    .map(findObject)
    .filter((object) => object !== undefined);
  const required = new Set(objects.flatMap((node) => node.required));
  for (const { name, schema } of objects.flatMap((node) => node.properties)) {
    const values = findConstantValues(schema);
    if (!values) continue;
    // A schema that extends another may allow fewer of its values.
    const { values: inherited = values } = constants.get(name) ?? {};
    const allowed = inherited.filter((value) => values.includes(value));
    constants.set(name, { values: allowed, required: required.has(name) });
  }
  return constants;
}

/** Finds the constants of a schema, or of the schema to which it refers. */
function findConstantValues(schema: SchemaNode): readonly Scalar[] | undefined {
  const literals = findLiterals(schema.parts);
  if (literals) return literals;
  const { reference } = schema.keywords;
  return reference && !reference.keywords.reference ? findLiterals(reference.parts) : undefined;
}

function findLiterals(parts: readonly SchemaPart[]): readonly Scalar[] | undefined {
  const values = parts.find((part) => part.kind === 'literals')?.values;
  return values && values.length > 0 && values.every(isScalar) ? values : undefined;
}

function isScalar(value: JsonValue): value is Scalar {
  return value === null || typeof value !== 'object';
}
