// Checks the parts of a value whose schema contradicts itself.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { ValueExplainer } from '@keyframe/openapi-schema/explain';
import { listApplied } from '@keyframe/openapi-schema/facts';
import type { Schemas } from '../document/schemas.ts';

/** A member that its schema rejects. */
export interface PartProblem {
  path: readonly (number | string)[];
  message: string;
}

/**
 * Checks a value whose schema accepts no value: its type, required members, and each member or item by its own schemas.
 * A required member that can have no value is not checked. Returns the first problem.
 */
export function checkParts(schemas: Schemas, schema: SchemaNode, value: JsonValue): PartProblem | undefined {
  const applied = listApplied(schema);
  const expected = applied
    .map(({ types }) => types)
    .find((types) => types && types.size > 0 && !types.has(getType(value)));
  if (expected) return { path: [], message: `must be of the type ${[...expected].join(' or ')}` };
  if (isJsonObject(value)) return checkMembers(schemas, applied, value);
  if (!Array.isArray(value)) return undefined;
  const items = applied.map(({ keywords }) => keywords.items).filter((node) => node !== undefined);
  for (const [index, item] of value.entries()) {
    const problem = checkPart(schemas, items, item);
    if (problem) return { ...problem, path: [index, ...problem.path] };
  }
  return undefined;
}

function getType(
  value: JsonValue,
): 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string' {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'object' ? 'object' : typeof value === 'string' ? 'string' : 'boolean';
}

function checkMembers(
  schemas: Schemas,
  applied: readonly SchemaNode[],
  value: JsonObject,
): PartProblem | undefined {
  const required = new Set(applied.flatMap(({ keywords }) => [...keywords.required]));
  const isClosed = applied.some(({ keywords }) => keywords.additionalProperties?.kind === 'never');
  const isOpen = applied.some(({ keywords }) => keywords.patternProperties.size > 0);
  for (const name of new Set([...required, ...Object.keys(value)])) {
    const properties = applied.map(({ keywords }) => keywords.properties.get(name));
    const own = properties.filter((node) => node !== undefined);
    const isUnknown = own.length === 0 && isClosed && !isOpen;
    const member = { own, value: value[name], isRequired: required.has(name), isUnknown };
    const problem = checkMember(schemas, member);
    if (problem) return { ...problem, path: [name, ...problem.path] };
  }
  return undefined;
}

interface Member {
  own: readonly SchemaNode[];
  value: JsonValue | undefined;
  isRequired: boolean;
  /** Whether no schema allows the member. */
  isUnknown: boolean;
}

function checkMember(
  schemas: Schemas,
  { own, value, isRequired, isUnknown }: Member,
): PartProblem | undefined {
  const isContradictory = isRequired && (isUnknown || !schemas.haveCommonValue(own, 'request'));
  if (value === undefined) return isContradictory ? undefined : { path: [], message: 'is required' };
  if (isContradictory)
    return checkPart(
      schemas,
      own.filter((node) => hasParts(schemas, node)),
      value,
    );
  return isUnknown ? { path: [], message: 'is not allowed' } : checkPart(schemas, own, value);
}

// Selects the schemas of a member without valid values whose parts can still be checked.
function hasParts(schemas: Schemas, node: SchemaNode): boolean {
  return node.kind !== 'never' && schemas.acceptsNothing({ schema: node.origin, direction: 'request' });
}

function checkPart(
  schemas: Schemas,
  nodes: readonly SchemaNode[],
  value: JsonValue,
): PartProblem | undefined {
  for (const node of nodes) {
    const directed = { schema: node.origin, direction: 'request' as const };
    if (schemas.accepts(directed, value)) continue;
    const problem = hasParts(schemas, node)
      ? checkParts(schemas, node, value)
      : new ValueExplainer(schemas, 'request').explain(node, value);
    if (problem) return problem;
  }
  return undefined;
}
