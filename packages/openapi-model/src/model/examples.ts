import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '../json.ts';
import { appendPointer, canonicalPointer, valueAt } from '../pointer.ts';
import type { OpenApiModel } from './model.ts';

/** An example of a parameter, header or media type. */
export interface Example {
  /** Its name in `examples`; `example` for the only one. */
  name: string;
  value: JsonValue;
  pointer: string;
}

/** Lists the examples of a parameter, header or media type at a pointer, without those of its schema. */
export function listExamples({ document }: Pick<OpenApiModel, 'document'>, pointer: string): Example[] {
  const holder = valueAt(document, pointer);
  if (!isJsonObject(holder)) return [];
  const single = memberOf(holder, 'example');
  const named = memberOf(holder, 'examples');
  const several = isJsonObject(named) ? Object.keys(named) : [];
  return [
    ...(single === undefined
      ? []
      : [{ name: 'example', value: single, pointer: appendPointer(pointer, 'example') }]),
    ...several.flatMap((name) => {
      const own = appendPointer(pointer, 'examples', name);
      const value = readExample(document, own);
      return value === undefined ? [] : [{ name, value, pointer: own }];
    }),
  ];
}

const MOST_REFERENCES = 8;

function readExample(document: JsonObject, pointer: string): JsonValue | undefined {
  let written = valueAt(document, pointer);
  for (let count = 0; isJsonObject(written) && count < MOST_REFERENCES; count += 1) {
    const reference = memberOf(written, '$ref');
    const target = typeof reference === 'string' ? canonicalPointer(reference) : undefined;
    if (target === undefined) return memberOf(written, 'value');
    written = valueAt(document, target);
  }
  return undefined;
}
