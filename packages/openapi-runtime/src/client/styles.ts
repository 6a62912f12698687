// Writes what does not have the default style of its place, for the operations that have such parameters or bodies.
import { encodeHeader, encodePairs, encodePath, type Written } from '../webhooks/encode-parameter.ts';
import type { BodyWriter, ParameterLocation, StyledParameter, WrittenBody } from './operation-definition.ts';

/** How a parameter or a field is written. */
export interface Style {
  style?: NonNullable<Written['style']>;
  explode?: boolean;
  /** Whether its value is written as JSON. */
  json?: boolean;
}

function written(name: string, { json, style, explode }: Style): Written {
  return {
    name,
    ...(style && { style }),
    ...(explode && { explode }),
    ...(json && { shape: 'json' as const }),
  };
}

/** Makes the writer of a parameter whose style is not the default of its place. */
export function styled(location: ParameterLocation, name: string, style: Style): StyledParameter {
  const parameter = written(name, style);
  const separator = location === 'cookie' ? '; ' : '&';
  return {
    in: location,
    name,
    write: (value) => {
      if (location === 'path') return encodePath(parameter, value);
      if (location === 'header') return encodeHeader(parameter, value);
      return encodePairs(parameter, value)
        .map(([key, text]) => `${key}=${text}`)
        .join(separator);
    },
  };
}

/** A field of a form: how it is written, and the media type of its part. */
export interface Field extends Style {
  contentType?: string;
}

type Fields = Readonly<Record<string, Field>>;

/** Makes the writer of `multipart/form-data`: bytes become files, objects JSON, and lists repeat their name. */
export function multipart(fields: Fields = {}): BodyWriter {
  return (body) => {
    if (body instanceof FormData) return body;
    const form = new FormData();
    for (const [name, value] of membersOf(body)) {
      for (const item of [value].flat()) form.append(name, partOf(item, fields[name]?.contentType));
    }
    return form;
  };
}

function partOf(value: unknown, contentType: string | undefined): Blob | string {
  if (value instanceof Blob) return value;
  const isBytes = value instanceof ArrayBuffer || ArrayBuffer.isView(value);
  if (isBytes) return new Blob([value as ArrayBuffer], { type: contentType ?? 'application/octet-stream' });
  const isStructured = typeof value === 'object' && value !== null;
  const text = isStructured ? JSON.stringify(value) : String(value);
  const type = contentType ?? (isStructured ? 'application/json' : undefined);
  return type === undefined ? text : new Blob([text], { type });
}

/** Makes the writer of `application/x-www-form-urlencoded`; objects without a style of their own become JSON. */
export function urlEncoded(fields: Fields = {}): BodyWriter {
  return (body) => {
    if (body instanceof URLSearchParams) return body;
    const pairs = membersOf(body).flatMap(([name, value]) =>
      encodePairs(written(name, fields[name] ?? fieldOf(value)), value),
    );
    // Without a type of its own: the header says it.
    return pairs.map(([name, text]) => `${name}=${text}`).join('&');
  };
}

function fieldOf(value: unknown): Style {
  const isStructured = [value].flat().some((item) => typeof item === 'object' && item !== null);
  return { explode: true, json: isStructured };
}

/** Writes bytes or text as they are. */
export const raw: BodyWriter = (body) => body as WrittenBody;

function membersOf(body: unknown): [string, unknown][] {
  return Object.entries(body as object).filter(([, value]) => value !== undefined && value !== null);
}
