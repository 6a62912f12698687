// Examples of a document.
import {
  appendPointer,
  canonicalPointer,
  isJsonObject,
  type JsonValue,
  memberOf,
  type OpenApiModel,
  valueAt,
} from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { listApplied } from './schema-parts.ts';

/** An example and the name that a request selects it by. */
export interface NamedExample {
  name: string;
  value: JsonValue;
}

/** Lists the examples of a media type, parameter or header at a pointer, without those of its schema. */
export function listExamples({ document }: Pick<OpenApiModel, 'document'>, pointer: string): NamedExample[] {
  const holder = valueAt(document, pointer);
  if (!isJsonObject(holder)) return [];
  const single = memberOf(holder, 'example');
  const named = memberOf(holder, 'examples');
  const several = isJsonObject(named) ? Object.keys(named) : [];
  return [
    ...(single === undefined ? [] : [{ name: 'example', value: single }]),
    ...several.flatMap((name) => {
      const value = readExample(document, appendPointer(pointer, 'examples', name));
      return value === undefined ? [] : [{ name, value }];
    }),
  ];
}

const MOST_REFERENCES = 8;

function readExample(document: OpenApiModel['document'], pointer: string): JsonValue | undefined {
  let written = valueAt(document, pointer);
  for (let count = 0; isJsonObject(written) && count < MOST_REFERENCES; count += 1) {
    const reference = memberOf(written, '$ref');
    const target = typeof reference === 'string' ? canonicalPointer(reference) : undefined;
    if (target === undefined) return memberOf(written, 'value');
    written = valueAt(document, target);
  }
  return undefined;
}

/** Lists the examples and the default that a schema gives of its values. */
export function listSchemaExamples(schema: SchemaNode): JsonValue[] {
  return listApplied(schema).flatMap(({ annotations }) => [
    ...annotations.examples,
    ...(annotations.default === undefined ? [] : [annotations.default]),
  ]);
}
