/** Reads the examples of a body from the document. */
import {
  isJsonObject,
  type JsonValue,
  type MediaType,
  type OpenApiModel,
  valueAt,
} from '@keyframe/openapi-model';

export interface Example {
  readonly name: string;
  readonly summary: string | undefined;
  readonly value: JsonValue;
}

/** Lists the examples of a media type: `examples`, or else `example`. */
export function listExamples(
  { document }: Pick<OpenApiModel, 'document'>,
  { pointer }: MediaType,
): Example[] {
  const mediaType = valueAt(document, pointer);
  if (!isJsonObject(mediaType)) return [];
  if (mediaType.example !== undefined)
    return [{ name: 'example', summary: undefined, value: mediaType.example }];
  if (!isJsonObject(mediaType.examples)) return [];
  return Object.entries(mediaType.examples).flatMap(([name, entry]) => {
    const reference = isJsonObject(entry) && typeof entry.$ref === 'string' ? entry.$ref : undefined;
    const example = reference === undefined ? entry : valueAt(document, reference);
    if (!isJsonObject(example) || example.value === undefined) return [];
    const summary = typeof example.summary === 'string' ? example.summary : undefined;
    return [{ name, summary, value: example.value }];
  });
}
