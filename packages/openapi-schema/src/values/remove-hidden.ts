import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import { itemSchemas, memberSchemas } from '../nodes/member-schemas.ts';
import type { SchemaNode } from '../nodes/schema-node.ts';
import { describedNames, requiredNames } from './member-names.ts';

/** Lists schemas with all subschemas that apply to the same value. */
type Expand = (schemas: readonly SchemaNode[]) => SchemaNode[];

/** Removes the members of an example that its direction does not have: `readOnly` ones of a request, `writeOnly` ones of a response. */
export function removeHidden(
  value: JsonValue,
  schemaNodes: readonly SchemaNode[],
  expand: Expand,
): JsonValue {
  if (Array.isArray(value))
    return value.map((item, index) => removeHidden(item, expand(itemSchemas(schemaNodes, index)), expand));
  if (!isJsonObject(value)) return value;
  const described = new Set(describedNames(schemaNodes));
  const required = new Set(requiredNames(schemaNodes));
  const entries: [string, JsonValue][] = [];
  for (const [name, member = null] of Object.entries(value)) {
    const schemas = memberSchemas(schemaNodes, name);
    // The view of a direction leaves `true` or `false` of such a member.
    const isHidden =
      described.has(name) && !required.has(name) && schemas.some(({ kind }) => kind !== 'keywords');
    if (!isHidden) entries.push([name, removeHidden(member, expand(schemas), expand)]);
  }
  return Object.fromEntries(entries);
}
