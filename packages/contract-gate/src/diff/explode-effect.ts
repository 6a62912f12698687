import type { LocatedSchema, OpenApiModel } from '@keyframe/openapi-model';
import type { Pair } from './change.ts';
import { readNode } from './schema/shape.ts';

// The types whose text depends on `explode`, in styles where it does not concern both (OpenAPI 3.2, Style Examples).
const TYPES: Readonly<Record<string, readonly string[]>> = { simple: ['object'], deepObject: [] };

/** Checks whether `explode` changes the text of a value that both versions of a schema can accept. */
export function isExplodeEffective(
  models: Pair<OpenApiModel>,
  schemas: Pair<LocatedSchema | undefined>,
  style: string,
): boolean {
  const types = TYPES[style] ?? ['array', 'object'];
  const accepts = (side: keyof typeof schemas, type: string): boolean => {
    const schema = schemas[side];
    if (!schema) return false;
    const accepted = readNode(models[side], schema).types;
    return accepted === undefined || [...accepted].some((name) => name === type);
  };
  return types.some((type) => accepts('old', type) && accepts('new', type));
}
