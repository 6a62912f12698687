// Finds the representation of a resource inside a body.
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { isJsonObject } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, listConstants } from '../document/schema-parts.ts';
import { getMember } from '../json.ts';
import type { Envelope } from './resource-kind.ts';

const ENVELOPES = ['data', 'item', 'result', 'resource', 'object', 'payload'];

/** Finds the representation that a schema describes: the value itself, or a member with one of the id's names. */
export function findEnvelope(
  schema: SchemaNode | undefined,
  idNames: readonly string[],
): Envelope | undefined {
  if (!schema) return undefined;
  const properties = collectProperties(schema);
  const own = idNames.findIndex((name) => isScalar(properties.get(name)));
  const objects = [...properties].filter(
    ([name, nodes]) => !/^errors?$/i.test(name) && nodes.some((node) => collectProperties(node).size > 0),
  );
  const inner = objects.toSorted(([left], [right]) => rank(left) - rank(right));
  for (const [name, nodes] of inner) {
    const isNamed = rank(name) < ENVELOPES.length;
    const isLikely = isNamed || objects.length === 1;
    const members = new Map(nodes.flatMap((node) => [...collectProperties(node)]));
    const index = idNames.findIndex((one) => isScalar(members.get(one)));
    const idProperty = idNames[index];
    if (idProperty === undefined) continue;
    // `{ "code": 2000, "result": { "id": … } }`: the more specific name wins.
    if (own < 0 ? isLikely : isNamed && index < own) return { path: [name], idProperty };
  }
  const idProperty = idNames[own];
  return idProperty === undefined ? undefined : { path: [], idProperty };
}

function rank(name: string): number {
  const index = ENVELOPES.indexOf(name.toLowerCase());
  return index < 0 ? ENVELOPES.length : index;
}

/** Reports whether a property with this name usually contains the content of a body. */
export function isEnvelopeName(name: string): boolean {
  return ENVELOPES.includes(name.toLowerCase());
}

/** Reports whether a property can be an id; one with constants, such as a section of a book, identifies nothing. */
export function isScalar(nodes: readonly SchemaNode[] | undefined): boolean {
  return nodes?.some((node) => isScalarType(node.types) && !nodes.some((one) => listConstants(one))) ?? false;
}

function isScalarType(types: ReadonlySet<string> | undefined): boolean {
  return !types || ['string', 'integer', 'number'].some((type) => types.has(type));
}

/** Reads the representation in a body. */
export function unwrap(body: JsonValue | undefined, path: readonly string[]): JsonObject | undefined {
  const value = getMember(body, path);
  return isJsonObject(value) ? value : undefined;
}
