// Tells which bodies a schema can speak of, and which are handed over as they are.
import { isJsonObject, type LocatedSchema, type MediaType, memberOf } from '@keyframe/openapi-model';
import { isForm, isJson, isRange } from '@keyframe/openapi-runtime/http';
import type { Generation } from '../../generation.ts';
import { inPlace } from './schema-parts.ts';

// Keywords that would have to be applied to the bytes of a body that nobody reads.
const ABOUT_CONTENT = ['minLength', 'maxLength', 'pattern', 'enum', 'const'];

/** Tells whether a body of a media type is handed over as it is. */
export function isRaw(
  generation: Generation,
  mediaType: MediaType,
  direction: 'request' | 'response',
): boolean {
  const { name, schema } = mediaType;
  if (isJson(name)) return false;
  if (isForm(name)) return direction === 'response';
  if (!schema) return true;
  const types = generation.graph.typesOf(schema);
  const isString = types?.size === 1 && types.has('string');
  if (isRange(name)) return isBinary(generation, schema);
  if (isString && isText(name) && !isBinary(generation, schema)) return false;
  if (isString) refuseContentKeywords(generation, schema);
  return true;
}

/** Tells whether a schema stands for bytes (OpenAPI 3.1, Considerations for File Uploads; 3.0 wrote `binary`). */
export function isBinary(generation: Generation, located: LocatedSchema): boolean {
  return inPlace(generation, located).some(({ schema }) => {
    if (!isJsonObject(schema)) return false;
    const mediaType = memberOf(schema, 'contentMediaType');
    const isEncoded = memberOf(schema, 'contentEncoding') !== undefined;
    const isOther = typeof mediaType === 'string' && !isText(mediaType) && !isJson(mediaType);
    return memberOf(schema, 'format') === 'binary' || (isOther && !isEncoded);
  });
}

/** Tells whether a media type is text that stands for itself; a stream of events has no end to wait for. */
export function isText(name: string): boolean {
  const essence = (name.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (essence === 'text/event-stream') return false;
  if (/^(?:image\/(?!svg\+xml)|audio\/|video\/|font\/|multipart\/)/.test(essence)) return false;
  const binary =
    /^application\/(?:octet-stream|pdf|zip|gzip|x-tar|zstd|wasm|x-ndjson|jsonl|json-seq|.*\+(?:zip|gzip|json-seq|cbor))$/;
  return !binary.test(essence);
}

function refuseContentKeywords(generation: Generation, located: LocatedSchema): void {
  for (const { schema, pointer } of inPlace(generation, located)) {
    for (const keyword of ABOUT_CONTENT) {
      if (!isJsonObject(schema) || memberOf(schema, keyword) === undefined) continue;
      const message = `A binary body is handed over unread, so "${keyword}" cannot be checked.`;
      generation.errors.add(`${pointer}/${keyword}`, message, 'Remove it, or use a media type of text.');
    }
  }
}
