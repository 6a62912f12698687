// Conditions of a schema on one property of its values, across all schemas that apply to the same value.
import type { JsonValue } from '@keyframe/openapi-model';
import { listAcceptedConstants } from '../nodes/accepted-constants.ts';
import { collectApplied } from '../nodes/applied-nodes.ts';
import { findObject, listUnions, type ObjectNode, type SchemaNode } from '../nodes/schema-node.ts';

/** Lists the values that a schema allows for a property: undefined for any string, `none` for no string. */
export function listAllowed(schema: SchemaNode, property: string): readonly JsonValue[] | 'none' | undefined {
  const objects = listObjects(schema);
  const declarations = listDeclarations(objects, property);
  const constants = declarations.map(listAcceptedConstants).find((values) => values !== undefined);
  if (constants) return constants;
  const types = declarations.map((declaration) => declaration.types).filter((names) => names !== undefined);
  const isClosed = objects.some(
    ({ additional, properties }) =>
      additional?.kind === 'never' && !properties.some(({ name }) => name === property),
  );
  return !isClosed && types.every((names) => names.has('string')) ? undefined : 'none';
}

/** Reports whether all values of a schema have a property. */
export function requiresProperty(schema: SchemaNode, property: string): boolean {
  return listObjects(schema).some(({ required }) => required.includes(property));
}

/** Reports whether a schema contains a union whose branches declare a property themselves. */
export function hasInnerUnion(schema: SchemaNode, property: string): boolean {
  const unions = collectApplied([schema]).flatMap(listUnions);
  return unions
    .flatMap(({ branches }) => branches)
    .some((branch) => listDeclarations(listObjects(branch), property).length > 0);
}

function listDeclarations(objects: readonly ObjectNode[], property: string): SchemaNode[] {
  return objects
    .map(({ properties }) => properties.find(({ name }) => name === property)?.schema)
    .filter((declaration) => declaration !== undefined);
}

function listObjects(schema: SchemaNode): ObjectNode[] {
  return collectApplied([schema])
    .map(findObject)
    .filter((object) => object !== undefined);
}
