import { isJsonObject, type JsonValue, type MediaType } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import type { SchemaSpace } from '@keyframe/openapi-schema/values';
import { isEmptyForm, selectWritten } from '../wire/encode-body.ts';
import { parseFormBody } from './parse-form-body.ts';

/** A body and its validity. */
interface KnownBody {
  value: JsonValue;
  isValid: boolean;
}

/**
 * Reports whether a body is as valid after it was written as before: the members of a form are texts, an empty list is
 * missing from it, and an empty text or a form without fields is no body.
 */
export function survivesEncoding(
  space: SchemaSpace,
  mediaType: MediaType,
  { value, isValid }: KnownBody,
): boolean {
  const { name, schema } = mediaType;
  if (!schema || isJson(name)) return true;
  if (/^text\/|octet-stream/.test(name)) return typeof value === 'string' && value !== '';
  if (isValid && isEmptyForm(name, value)) return false;
  // No text of a form is null: `null` may be read as a text.
  if (isValid && isJsonObject(value) && Object.values(value).includes(null)) return false;
  return (
    parseFormBody(selectWritten(mediaType, value)).some((read) => space.accepts(schema, read)) === isValid
  );
}
