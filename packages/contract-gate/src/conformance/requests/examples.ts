// The examples of a document, as values.
import {
  canonicalPointer,
  isJsonObject,
  type JsonValue,
  memberOf,
  type OpenApiModel,
  valueAt,
} from '@keyframe/openapi-model';

/** An example and its pointer. */
export interface Example {
  value: JsonValue;
  pointer: string;
}

type Document = OpenApiModel['document'];

/** Lists the examples of a parameter, header or media type at a pointer, and those of its schema. */
export function listExamples(document: Document, pointer: string): Example[] {
  return [...listOwnExamples(document, pointer), ...schemaExamples(document, `${pointer}/schema`)];
}

/** Lists the examples of a parameter, header or media type at a pointer. */
export function listOwnExamples(document: Document, pointer: string): Example[] {
  const holder = valueAt(document, pointer);
  if (!isJsonObject(holder)) return [];
  const single = memberOf(holder, 'example');
  const named = memberOf(holder, 'examples');
  const several = isJsonObject(named)
    ? Object.keys(named).flatMap((name) => {
        const value = exampleValue(document, memberOf(named, name));
        return value === undefined
          ? []
          : [{ value, pointer: `${pointer}/examples/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` }];
      })
    : [];
  return [...(single === undefined ? [] : [{ value: single, pointer: `${pointer}/example` }]), ...several];
}

function exampleValue(document: Document, written: JsonValue | undefined): JsonValue | undefined {
  const reference = isJsonObject(written) ? memberOf(written, '$ref') : undefined;
  const target = typeof reference === 'string' ? canonicalPointer(reference) : undefined;
  const example = target === undefined ? written : valueAt(document, target);
  return isJsonObject(example) ? memberOf(example, 'value') : undefined;
}

const MOST_REFERENCES = 8;

function schemaExamples(document: Document, pointer: string, depth = 0): Example[] {
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
