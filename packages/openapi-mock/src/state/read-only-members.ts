// Members of a representation that no request sets.
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, listApplied } from '../document/schema-parts.ts';
import type { Schemas } from '../document/schemas.ts';
import { findRequestSchema } from './derive-creation.ts';
import type { ResourceKind } from './resource-kind.ts';

/** Finds the properties that are readOnly where responses describe them, and that no request describes. */
export function findReadOnlyMembers(
  { creation, replace, merge }: Pick<ResourceKind, 'creation' | 'merge' | 'replace'>,
  properties: ReadonlyMap<string, readonly SchemaNode[]>,
  schemas: Schemas,
): Set<string> {
  const requests = [creation?.operation, replace, merge].map((one) => findRequestSchema(one, schemas));
  const settable = requests.flatMap((request) => (request ? listSettable(request) : []));
  const flagged = [...properties].filter(([, nodes]) => nodes.some(isReadOnly)).map(([name]) => name);
  return new Set(flagged.filter((name) => !settable.includes(name)));
}

// In a request, the schema of a readOnly property is `true`.
function listSettable(request: SchemaNode): string[] {
  const described = [...collectProperties(request)];
  return described.filter(([, nodes]) => nodes.some(({ kind }) => kind !== 'any')).map(([name]) => name);
}

function isReadOnly(node: SchemaNode): boolean {
  return listApplied(node).some(({ annotations }) => annotations.readOnly);
}
