import type { Encoding, JsonObject, MediaType } from '@keyframe/openapi-model';
import { urlEncoded } from '@keyframe/openapi-runtime/client';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import type { Style } from '@keyframe/openapi-runtime/wire';

/** Writes a body of `application/x-www-form-urlencoded` as generated clients do. */
export function writeForm({ encoding }: Pick<MediaType, 'encoding'>, value: JsonObject): string {
  const fields = encoding.filter(isStyled).map((field) => [field.name, readField(field)] as const);
  return String(urlEncoded(Object.fromEntries(fields))(value));
}

function isStyled({ style, explode, allowReserved, contentType }: Encoding): boolean {
  return [style, explode, contentType].some((setting) => setting !== undefined) || allowReserved === true;
}

function readField({ style, explode, allowReserved = false, contentType = '' }: Encoding) {
  return {
    ...(style !== undefined && { style: style as Style }),
    explode: explode ?? (style === undefined || style === 'form'),
    json: style === undefined && isJson(contentType),
    allowReserved,
    ambiguous: true,
  };
}
