// Writes the values of parameters as their styles ask for (OpenAPI 3.1, Style Values).
import { isJsonObject, type JsonValue, type Parameter } from '@keyframe/openapi-model';

type Encode = (text: string) => string;

const asIs: Encode = (text) => text;

/** Serializes a value for a path. */
export function serializePath(parameter: Parameter, value: JsonValue): string {
  if (isContent(parameter)) return encodeText(JSON.stringify(value));
  const { name, style, explode } = parameter;
  if (style === 'label') return `.${joined(value, { separator: explode ? '.' : ',', explode })}`;
  if (style !== 'matrix') return joined(value, { separator: ',', explode });
  if (!explode || typeof value !== 'object' || value === null)
    return `;${name}=${joined(value, { separator: ',', explode: false })}`;
  const pairs = Array.isArray(value) ? value.map((item) => [name, item] as const) : Object.entries(value);
  return pairs.map(([key, item]) => `;${key}=${encodeText(scalarToText(item ?? null))}`).join('');
}

/** Writes a header's value. */
export function serializeHeader(
  parameter: { content: readonly unknown[]; explode: boolean },
  value: JsonValue,
): string {
  if (isContent(parameter)) return JSON.stringify(value);
  return joined(value, { separator: ',', explode: parameter.explode, encode: asIs });
}

/** Writes the pairs of a query or of cookies, encoded. */
export function serializePairs(parameter: Parameter, value: JsonValue): string[] {
  const { name, style, explode } = parameter;
  const encodeName = style === 'cookie' ? asIs : encodeText;
  const encode = parameter.allowReserved ? encodeReserved : encodeName;
  const key = encodeName(name);
  if (style === 'whole') return [encode(typeof value === 'string' ? value : JSON.stringify(value))];
  if (isContent(parameter)) return [`${key}=${encode(JSON.stringify(value))}`];
  if (style === 'deepObject') return bracketed(key, value, encode);
  if (explode && Array.isArray(value)) return value.map((item) => `${key}=${encode(scalarToText(item))}`);
  if (explode && isJsonObject(value)) {
    return Object.entries(value).map(
      ([member, item]) => `${encodeName(member)}=${encode(scalarToText(item ?? null))}`,
    );
  }
  const separator = { spaceDelimited: '%20', pipeDelimited: '|' }[String(style)] ?? ',';
  return [`${key}=${joined(value, { separator, explode: false, encode })}`];
}

function bracketed(key: string, value: JsonValue, encode: Encode): string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => bracketed(`${key}[${index}]`, item, encode));
  if (!isJsonObject(value)) return [`${key}=${encode(scalarToText(value))}`];
  return Object.entries(value).flatMap(([name, item]) =>
    bracketed(`${key}[${encodeText(name)}]`, item ?? null, encode),
  );
}

interface Joining {
  separator: string;
  explode: boolean;
  encode?: Encode;
}

function joined(value: JsonValue, { separator, explode, encode = encodeText }: Joining): string {
  if (Array.isArray(value)) return value.map((item) => encode(scalarToText(item))).join(separator);
  if (!isJsonObject(value)) return encode(scalarToText(value));
  const between = explode ? '=' : ',';
  return Object.entries(value)
    .map(([name, item]) => `${encode(name)}${between}${encode(scalarToText(item ?? null))}`)
    .join(separator);
}

/** Converts a scalar to text, and any other value to JSON. */
export function scalarToText(value: JsonValue): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/**
 * Encodes a text for a URL. A URL has no form for an unpaired surrogate: as in browsers, U+FFFD replaces it (Web IDL,
 * USVString). Ids of servers may have one.
 */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Encodes what no URL can contain, such as spaces in the path of a document. */
export function encodeUnwritable(path: string): string {
  return path.replaceAll(/[^!-~]+/g, encodeText);
}

function encodeReserved(text: string): string {
  return encodeURI(text.toWellFormed()).replaceAll(/[#&+]/g, encodeText);
}

function isContent({ content }: { content: readonly unknown[] }): boolean {
  return content.length > 0;
}
