import type { JsonTypeName, SchemaNode } from '@keyframe/openapi-schema';
import { findItems } from '@keyframe/openapi-schema/facts';

/** Reports whether all values are scalars or, with `areLists`, lists of scalars. */
export function isSimple(schema: SchemaNode, areLists: boolean): boolean {
  const { types } = schema;
  if (types === undefined) return false;
  if (!areLists || !types.has('array')) return areScalar(types);
  const items = findItems(schema)?.types;
  return items !== undefined && areScalar(items) && !types.has('object');
}

function areScalar(types: ReadonlySet<JsonTypeName>): boolean {
  return !types.has('array') && !types.has('object');
}
