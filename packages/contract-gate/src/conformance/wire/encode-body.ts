// Writes the values of bodies as their media types ask for.
import { type Encoding, isJsonObject, type JsonValue, type MediaType } from '@keyframe/openapi-model';
import { writeForm } from '@keyframe/openapi-resources';
import { isJson, isMultipart } from '@keyframe/openapi-runtime/media-type';
import { decodePercent, readQuery } from '@keyframe/openapi-runtime/wire';
import { scalarToText } from './encode-text.ts';

/** The form of one part of a multipart body. */
export interface FormPart {
  contentType: string;
  /** Files have a name (RFC 7578, section 4.2): parsers treat a part without a name as text. */
  isFile: boolean;
}

/** The parts that are not plain texts, by name. */
export type FormParts = ReadonlyMap<string, FormPart>;

/** A serialized body. */
export interface EncodedBody {
  contentType: string;
  bytes: Buffer;
}

const BOUNDARY = 'contract-gate-boundary';

/** Reports whether values can be encoded as a media type. */
export function canEncode(mediaType: string): boolean {
  return isJson(mediaType) || isUrlEncoded(mediaType) || isMultipart(mediaType) || isText(mediaType);
}

// Any bytes are an octet stream, those of a text as well.
function isText(mediaType: string): boolean {
  return !isJson(mediaType) && /^(?:text\/|application\/octet-stream\b)/i.test(mediaType);
}

/** Reports whether a media type is a form, whose members are texts. */
export function isForm(mediaType: string): boolean {
  return isUrlEncoded(mediaType) || isMultipart(mediaType);
}

function isUrlEncoded(mediaType: string): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(mediaType);
}

/** Writes a value in a media type; `parts` says how the members of a multipart body are written. */
export function encodeBody(mediaType: MediaType, value: JsonValue, parts: FormParts): EncodedBody {
  const contentType = mediaType.name.includes('*') ? 'application/json' : mediaType.name;
  if (isUrlEncoded(contentType)) {
    const members = isJsonObject(value) ? Object.entries(value) : [];
    // Null has no text of its own.
    const fields = Object.fromEntries(members.map(([name, member]) => [name, member ?? 'null']));
    return { contentType, bytes: Buffer.from(writeForm(mediaType, fields)) };
  }
  if (isMultipart(contentType)) {
    return {
      contentType: `${contentType}; boundary=${BOUNDARY}`,
      bytes: encodeMultipart(mediaType, value, parts),
    };
  }
  const text = isText(contentType) ? scalarToText(value) : JSON.stringify(value);
  return { contentType, bytes: Buffer.from(text) };
}

/** Selects the members of a value that the text of a form has by their names: an object without members has no text. */
export function selectWritten(mediaType: MediaType, value: JsonValue): JsonValue {
  if (!isUrlEncoded(mediaType.name) || !isJsonObject(value)) return value;
  const names = new Set(
    readQuery(encodeBody(mediaType, value, new Map()).bytes.toString()).map(([name]) => name),
  );
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
}

/** Whether a value leaves a form without a field, which is no body to many servers. */
export function isEmptyForm(mediaType: string, value: JsonValue): boolean {
  return isForm(mediaType) && listFields(value).length === 0;
}

function listFields(value: JsonValue): [name: string, item: JsonValue][] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    [member ?? null].flat().map((item): [string, JsonValue] => [name, item]),
  );
}

interface WrittenPart {
  name: string;
  text: string;
  part: FormPart | undefined;
}

function listParts({ encoding }: MediaType, value: JsonValue, parts: FormParts): WrittenPart[] {
  return Object.entries(isJsonObject(value) ? value : {}).flatMap(([name, member = null]) => {
    const part = parts.get(name);
    const field = part?.isFile ? undefined : encoding.find((candidate) => candidate.name === name);
    if (field && isStyled(field)) return listStyledParts(field, member);
    return [member].flat().map((item): WrittenPart => {
      const text = part && isJson(part.contentType) ? JSON.stringify(item) : scalarToText(item);
      return { name, text, part };
    });
  });
}

function isStyled({ style, explode, allowReserved }: Encoding): boolean {
  return (style ?? explode ?? allowReserved) !== undefined;
}

// The texts of a field with a style are parts of their own, without percent-encoding.
function listStyledParts(field: Encoding, value: JsonValue): WrittenPart[] {
  const query = writeForm({ encoding: [field] }, { [field.name]: value ?? 'null' });
  return readQuery(query).map(([name, text]) => ({ name, text: decodePercent(text), part: undefined }));
}

function encodeMultipart(mediaType: MediaType, value: JsonValue, parts: FormParts): Buffer {
  const written = listParts(mediaType, value, parts).flatMap(({ name, text, part }) => {
    const head = [
      `--${BOUNDARY}`,
      `Content-Disposition: form-data; name="${name.replaceAll('"', '%22')}"${part?.isFile ? '; filename="file"' : ''}`,
      ...(part ? [`Content-Type: ${part.contentType}`] : []),
    ];
    return [`${head.join('\r\n')}\r\n\r\n`, part?.isFile ? decodeBinaryString(text) : text, '\r\n'];
  });
  return Buffer.concat([...written, `--${BOUNDARY}--\r\n`].map((one) => Buffer.from(one)));
}

// One byte for each character, so that the length of the text is that of the file.
function decodeBinaryString(text: string): Buffer {
  return Buffer.from(Array.from(text, (character) => (character.codePointAt(0) ?? 0) % 256));
}
