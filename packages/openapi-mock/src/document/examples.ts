// Examples of a document.
import type { JsonValue } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { listApplied } from './schema-parts.ts';

/** Lists the examples and the default that a schema gives of its values. */
export function listSchemaExamples(schema: SchemaNode): JsonValue[] {
  return listApplied(schema).flatMap(({ annotations }) => [
    ...annotations.examples,
    ...(annotations.default === undefined ? [] : [annotations.default]),
  ]);
}
