// Decides which bodies are validated by a schema, and which are passed on unread.

import { classifyStream, type MediaType } from '@keyframe/openapi-model';
import { isForm, isJson, isRange } from '@keyframe/openapi-runtime/media-type';
import { getEssence } from '@keyframe/openapi-runtime/wire';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { listPossible } from '@keyframe/openapi-schema/facts';
import type { Generation } from '../../generation.ts';

/** Reports whether a body of a media type is passed on unread. */
export function isRaw(
  generation: Generation,
  mediaType: MediaType,
  direction: 'request' | 'response',
): boolean {
  const { name } = mediaType;
  if (isJson(name)) return false;
  if (isForm(name)) return direction === 'response';
  if (!mediaType.schema) return true;
  const schema = generation.graph.node(mediaType.schema);
  const isString = schema.types?.size === 1 && schema.types.has('string');
  if (isRange(name)) return isBinary(schema);
  if (isString && isText(name) && !isBinary(schema)) return false;
  // No schema decides about a stream, which has no end to wait for.
  if (isString && classifyStream(name) === undefined) refuseContentKeywords(generation, schema);
  return true;
}

/** Reports whether a schema describes bytes (OpenAPI 3.1, Considerations for File Uploads; 3.0 wrote `binary`). */
export function isBinary(schema: SchemaNode): boolean {
  return listPossible(schema).some(({ content: { mediaType, isEncoded, format } }) => {
    const isOther = mediaType !== undefined && !isText(mediaType) && !isJson(mediaType);
    return format === 'binary' || (isOther && !isEncoded);
  });
}

/** Reports whether a media type is plain text. A stream is not. */
export function isText(name: string): boolean {
  const essence = getEssence(name);
  if (classifyStream(essence) !== undefined) return false;
  if (/^(?:image\/(?!svg\+xml)|audio\/|video\/|font\/|multipart\/)/.test(essence)) return false;
  const binary = /^application\/(?:octet-stream|pdf|zip|gzip|x-tar|zstd|wasm|.*\+(?:zip|gzip|cbor))$/;
  return !binary.test(essence);
}

function refuseContentKeywords(generation: Generation, schema: SchemaNode): void {
  for (const { content } of listPossible(schema)) {
    for (const { keyword, pointer } of content.assertedBy) {
      const message = `A binary body is not read, so "${keyword}" cannot be checked.`;
      generation.errors.add(pointer, message, 'Remove it, or use a media type of text.');
    }
  }
}
