// Recognizes schemas that contradict themselves: no response can conform to them.
import type { SchemaNode } from '@keyframe/openapi-schema';
import { generateValue, type SchemaRef, type SchemaSpace } from '@keyframe/openapi-schema/values';
import { describedEverywhere, describedItems } from './described-members.ts';

const KNOWN = new WeakMap<SchemaSpace, Map<string, boolean>>();

/** Whether values are found that a schema, and those of the members and items on a path, accept. */
export function isSatisfiable(
  space: SchemaSpace,
  schema: SchemaRef,
  path: readonly (number | string)[] = [],
): boolean {
  if (!hasValue(space, schema)) return false;
  const [token, ...rest] = path;
  if (token === undefined) return true;
  return listParts(space, schema, token).every((part) => isSatisfiable(space, part, rest));
}

function hasValue(space: SchemaSpace, schema: SchemaRef): boolean {
  const known = KNOWN.get(space) ?? new Map<string, boolean>();
  KNOWN.set(space, known);
  const existing = known.get(schema.pointer);
  if (existing !== undefined) return existing;
  const found = [{}, { members: 'required' as const }].some(
    (options) => generateValue(space, schema, options) !== undefined,
  );
  known.set(schema.pointer, found);
  return found;
}

function listParts(space: SchemaSpace, schema: SchemaRef, token: number | string): SchemaNode[] {
  if (typeof token === 'number') return describedItems(space.node(schema));
  const members = describedEverywhere(space, schema).filter(([name]) => name === token);
  return members.map(([, member]) => member);
}
