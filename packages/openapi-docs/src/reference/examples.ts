/** Reads the examples of a body, with their titles, from the document. */
import {
  canonicalPointer,
  isJsonObject,
  type JsonValue,
  listExamples,
  type MediaType,
  type OpenApiModel,
  valueAt,
} from '@keyframe/openapi-model';

/** An example, and the text that readers choose it by. */
export interface BodyExample {
  readonly title: string;
  readonly value: JsonValue;
}

/** Lists the examples of media types. */
export function listBodyExamples(
  { model }: { readonly model: OpenApiModel },
  content: readonly MediaType[],
): BodyExample[] {
  return content
    .flatMap(({ pointer }) => listExamples(model, pointer))
    .map(({ name, value, pointer }) => ({ title: readSummary(model, pointer) ?? name, value }));
}

function readSummary({ document }: OpenApiModel, pointer: string): string | undefined {
  const source = valueAt(document, pointer);
  if (!isJsonObject(source)) return undefined;
  const target = typeof source.$ref === 'string' ? canonicalPointer(source.$ref) : undefined;
  const example = target === undefined ? source : valueAt(document, target);
  return isJsonObject(example) && typeof example.summary === 'string' ? example.summary : undefined;
}

/** Writes an example as it is sent: a text as it is, anything else in JSON. */
export function printExample(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
