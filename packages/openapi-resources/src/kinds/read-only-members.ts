// Members of a representation that no request sets.
import type { Operation } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { listApplied } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { findRequestSchema } from '../document/operation-schemas.ts';
import type { ResourceKind } from './resource-kind.ts';
import { collectSent } from './sent-lists.ts';

/** Finds the properties that are readOnly where responses describe them, and that no request describes. */
export function findReadOnlyMembers(
  { creation, replace, merge }: Pick<ResourceKind, 'creation' | 'merge' | 'replace'>,
  properties: ReadonlyMap<string, readonly SchemaNode[]>,
  reader: DocumentReader,
): Set<string> {
  const created = collectSent(findRequestSchema(creation?.operation, reader), creation?.sentList);
  const settable = new Set([...listDescribed(created), ...listSettable([replace, merge], reader)]);
  const flagged = [...properties].filter(([, nodes]) => nodes.some(isReadOnly)).map(([name]) => name);
  return new Set(flagged.filter((name) => !settable.has(name)));
}

/** Lists the names of the members that changes can set. */
export function listSettable(
  changes: readonly (Operation | undefined)[],
  reader: DocumentReader,
): Set<string> {
  const requests = changes.map((change) => collectSent(findRequestSchema(change, reader), undefined));
  return new Set(requests.flatMap(listDescribed));
}

// In a request, the schema of a readOnly property is `true`.
function listDescribed(described: ReadonlyMap<string, readonly SchemaNode[]>): string[] {
  return [...described].filter(([, nodes]) => nodes.some(({ kind }) => kind !== 'any')).map(([name]) => name);
}

function isReadOnly(node: SchemaNode): boolean {
  return listApplied(node).some(({ annotations }) => annotations.readOnly);
}
