// Finds the property that distinguishes the branches of a union: in each branch it has its own constants.
import type { JsonValue } from '@keyframe/openapi-model';
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

function constantProperties(branch: SchemaNode): Map<string, ConstantProperty> {
  const found = new Map<string, ConstantProperty>();
  const objects = [...listConjunctNodes(branch)].flatMap((part) => findObject(part) ?? []);
  const required = new Set(objects.flatMap((node) => node.required));
  for (const { name, schema } of objects.flatMap((node) => node.properties)) {
    const values = findConstantValues(schema);
    if (values) found.set(name, { values, required: required.has(name) });
  }
  return found;
}

/** Lists the schemas that all apply to the value itself, the target of a reference after all that the schema contains. */
export function listConjunctNodes(branch: SchemaNode): Set<SchemaNode> {
  const found = new Set<SchemaNode>();
  const open = [branch];
  for (let node = open.pop(); node; node = open.pop()) {
    if (found.has(node)) continue;
    found.add(node);
    open.push(...referenced(node), ...listAllOfParts(node).reverse());
  }
  return found;
}

/** Finds the constants of a schema, or of the schema to which it refers. */
function findConstantValues(schema: SchemaNode): readonly Scalar[] | undefined {
  const own = findLiterals(schema.parts);
  if (own) return own;
  const [target] = referenced(schema);
  return target && referenced(target).length === 0 ? findLiterals(target.parts) : undefined;
}

function findLiterals(parts: readonly SchemaPart[]): readonly Scalar[] | undefined {
  const values = parts.find((part) => part.kind === 'literals')?.values;
  return values && values.length > 0 && values.every(isScalar) ? values : undefined;
}

function referenced({ parts }: SchemaNode): SchemaNode[] {
  return parts.flatMap((part) => (part.kind === 'reference' ? [part.target] : []));
}

function listAllOfParts({ parts }: SchemaNode): SchemaNode[] {
  return parts.flatMap((part) => (part.kind === 'allOf' ? part.schemas : []));
}

function isScalar(value: JsonValue): value is Scalar {
  return value === null || typeof value !== 'object';
}
