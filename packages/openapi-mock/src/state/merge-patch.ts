// JSON Merge Patch (RFC 7396), except that null does not remove a member whose schema accepts null.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { mergeProperties } from '@keyframe/openapi-schema/facts';
import type { Schemas } from '../document/schemas.ts';
import { applyChanges } from '../json.ts';

/** The schemas of the members of an object by name. */
export type MemberSchemas = ReadonlyMap<string, readonly SchemaNode[]>;

/** Lists the members that a patch changes, with their new values; undefined for those that it removes. */
export function listMergedMembers(
  current: JsonObject,
  patch: JsonObject,
  { properties, schemas }: { properties: MemberSchemas; schemas: Schemas },
): JsonObject {
  const merge = (existing: JsonValue | undefined, member: JsonValue, nodes: readonly SchemaNode[]) => {
    if (member === null)
      return nodes.some(({ origin }) => schemas.accepts({ schema: origin, direction: 'response' }, null))
        ? null
        : undefined;
    if (!isJsonObject(member)) return member;
    const base = isJsonObject(existing) ? existing : {};
    return applyChanges(
      base,
      listMergedMembers(base, member, { properties: mergeProperties(nodes), schemas }),
    );
  };
  return Object.fromEntries(
    Object.entries(patch).map(([name, member]) => [
      name,
      merge(current[name], member ?? null, properties.get(name) ?? []),
    ]),
  );
}
