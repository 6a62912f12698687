// The examples of a document, as values.
import {
  canonicalPointer,
  type Example,
  isJsonObject,
  listExamples,
  memberOf,
  type OpenApiModel,
  valueAt,
} from '@keyframe/openapi-model';

/** An example and its pointer. */
export type ValueExample = Pick<Example, 'pointer' | 'value'>;

type Document = OpenApiModel['document'];

/** Lists the examples of a parameter, header or media type at a pointer, and those of its schema. */
export function listAllExamples(document: Document, pointer: string): ValueExample[] {
  return [...listExamples({ document }, pointer), ...schemaExamples(document, `${pointer}/schema`)];
}

const MOST_REFERENCES = 8;

function schemaExamples(document: Document, pointer: string, depth = 0): ValueExample[] {
  const schema = valueAt(document, pointer);
  if (!isJsonObject(schema) || depth > MOST_REFERENCES) return [];
  const single = memberOf(schema, 'example');
  const several = memberOf(schema, 'examples');
  const own = [
    ...(single === undefined ? [] : [{ value: single, pointer: `${pointer}/example` }]),
    ...(Array.isArray(several)
      ? several.map((value, index) => ({ value, pointer: `${pointer}/examples/${index}` }))
      : []),
  ];
  const reference = memberOf(schema, '$ref');
  const target = typeof reference === 'string' ? canonicalPointer(reference) : undefined;
  const referred = target === undefined ? [] : schemaExamples(document, target, depth + 1);
  return [...own, ...referred];
}
