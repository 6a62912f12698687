// Reads the fields of a form into the object that its schema describes.
import type { Encoding, JsonObject, JsonValue, MediaType } from '@keyframe/openapi-model';
import {
  decodeForm,
  isJson,
  type Pair,
  readParts,
  readQuery,
  readValue,
  type Shape,
  type Style,
} from '@keyframe/openapi-runtime/wire';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties } from '@keyframe/openapi-schema/facts';
import type { Schemas } from '../document/schemas.ts';
import { describeShape } from './text-shape.ts';

/** The description of a form. */
export interface FormOptions {
  media: MediaType;
  schemas: Schemas;
}

/** A form as a value; a file is represented by its name. */
export interface Form {
  value: JsonObject;
  files: ReadonlySet<string>;
}

/** Reads `application/x-www-form-urlencoded`. */
export function readUrlEncodedForm(text: string, options: FormOptions): Form {
  return collectFields(readQuery(text), decodeForm, options);
}

/** Reads `multipart/form-data`; undefined if the body is not written in this form. */
export function readMultipartForm(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  options: FormOptions,
): Form | undefined {
  const parts = readParts(toBuffer(bytes), contentType);
  if (!parts) return undefined;
  const files = parts.filter(({ filename }) => filename !== undefined);
  const texts = parts.filter(({ filename }) => filename === undefined);
  const pairs = texts.map(({ name, content }): Pair => [name, new TextDecoder().decode(content)]);
  const form = collectFields(pairs, (text) => text, options);
  for (const { name, filename = '' } of files) addFile(form.value, name, filename);
  return { ...form, files: new Set(files.map(({ name }) => name)) };
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): ArrayBuffer {
  return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
}

function addFile(value: JsonObject, name: string, filename: string): void {
  const existing = Object.hasOwn(value, name) ? value[name] : undefined;
  value[name] = existing === undefined ? filename : [existing, filename].flat();
}

function collectFields(
  pairs: readonly Pair[],
  decode: (text: string) => string,
  { media, schemas }: FormOptions,
): Form {
  const schema = media.schema && schemas.node({ schema: media.schema, direction: 'request' });
  const fields = new Map<string, SchemaNode | undefined>();
  for (const [name, [property]] of schema ? collectProperties(schema) : []) fields.set(name, property);
  const claimed = new Set(fields.keys());
  for (const [name] of pairs) {
    const isNested = [...claimed].some((field) => name.startsWith(`${field}[`));
    if (!fields.has(name) && !isNested) fields.set(name, undefined);
  }
  const value: JsonObject = {};
  for (const [name, property] of fields) {
    const read = readField(name, property, { pairs, decode, claimed, media, schemas });
    if (read !== undefined) value[name] = read;
  }
  return { value, files: new Set() };
}

interface FieldOptions extends FormOptions {
  pairs: readonly Pair[];
  decode: (text: string) => string;
  claimed: ReadonlySet<string>;
}

function readField(
  name: string,
  property: SchemaNode | undefined,
  { pairs, decode, claimed, media, schemas }: FieldOptions,
): JsonValue | undefined {
  const encoding = media.encoding.find((candidate) => candidate.name === name);
  const texts = pairs.filter(([key]) => key === name).map(([, text]) => text);
  const isNested = pairs.some(([key]) => key.startsWith(`${name}[`));
  if (texts.length === 0 && !isNested) return undefined;
  const style = isNested ? 'deepObject' : ((encoding?.style ?? 'form') as Style);
  const definition = {
    name,
    shape: chooseShape(property ? describeShape(property) : 'string', encoding, isNested),
    style,
    ...(encoding?.explode === false ? {} : { explode: true as const }),
  };
  const reading = readValue(definition, { style, texts, pairs, claimed, decode });
  // Its schema rejects a text that is not written as the document describes.
  if (!reading || 'problem' in reading) return reading && texts[0];
  const values = reading.values as readonly JsonValue[];
  const directed = property && { schema: property.origin, direction: 'request' as const };
  return (directed && values.find((value) => schemas.accepts(directed, value))) ?? values[0];
}

function chooseShape(shape: Shape, encoding: Encoding | undefined, isNested: boolean): Shape {
  if (isNested || encoding?.style !== undefined) return shape;
  return isJson(encoding?.contentType ?? '') ? asJson(shape) : withJsonObjects(shape);
}

// Clients write JSON as a whole or item by item, and some write a text as it is.
function asJson(shape: Shape): Shape {
  if (Array.isArray(shape)) return shape.map(asJson);
  if (typeof shape === 'object' && 'list' in shape) return [{ list: asJson(shape.list) }, 'json'];
  return shape === 'string' ? ['json', 'string'] : 'json';
}

// Without a style, an object is JSON; a list has a field for each item (OpenAPI 3.1, Encoding Object).
function withJsonObjects(shape: Shape): Shape {
  if (typeof shape !== 'object') return shape;
  if ('list' in shape) return { ...shape, list: withJsonObjects(shape.list) };
  return 'object' in shape ? 'json' : shape;
}
