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
  const map = memberOf(holder, 'examples');
  const examples: Example[] = [];
  if (single !== undefined)
    examples.push({ name: 'example', value: single, pointer: appendPointer(pointer, 'example') });
  for (const name of isJsonObject(map) ? Object.keys(map) : []) {
    const location = appendPointer(pointer, 'examples', name);
    const value = readExample(document, location);
    if (value !== undefined) examples.push({ name, value, pointer: location });
  }
  return examples;
}

const MOST_REFERENCES = 8;

function readExample(document: JsonObject, pointer: string): JsonValue | undefined {
  let example = valueAt(document, pointer);
  for (let count = 0; isJsonObject(example) && count < MOST_REFERENCES; count += 1) {
    const reference = memberOf(example, '$ref');
    const target = typeof reference === 'string' ? canonicalPointer(reference) : undefined;
    if (target === undefined) return memberOf(example, 'value');
    example = valueAt(document, target);
  }
  return undefined;
}
