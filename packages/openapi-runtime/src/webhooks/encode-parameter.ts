// Writes the values of parameters and form fields as their styles ask for (OpenAPI 3.1, Style Values): what the
// receiving side takes apart again.
import { writeDigits } from '../digits.ts';
import type { Pair } from '../http/split-style.ts';
import { joinItems, joinTexts, type Style } from '../http/style.ts';
import { isObject } from '../schema/json-type.ts';

/** The shape of a value, as far as writing it needs; without schemas, so that clients do not require zod. */
type WrittenShape =
  | string
  | { readonly list: WrittenShape }
  | { readonly object: object }
  | { readonly anyOf: readonly WrittenShape[] }
  | readonly WrittenShape[];

/** The notation of one parameter or field. */
export interface Written {
  name: string;
  shape?: WrittenShape;
  explode?: true;
  style?: Style;
  /** Whether values may contain their delimiter, as those may that only try a server out. */
  ambiguous?: boolean;
}

type Encode = (text: string) => string;

const asIs: Encode = (text) => text;

// A cookie that is not encoded ends at a semicolon.
const encodeCookie: Encode = (text) => joinTexts([text], ';');

// In a label a dot separates values.
const withoutDots: Encode = (text) => encodeURIComponent(text).replaceAll('.', '%2E');

/** Writes a path parameter, encoded for use in a path. */
export function encodePath(written: Written, value: unknown): string {
  const { name, style = 'simple', explode = false } = written;
  const pair = explode ? '=' : ',';
  if (style === 'label') {
    return `.${joined(written, value, { separator: explode ? '.' : ',', pair, encode: withoutDots })}`;
  }
  if (style !== 'matrix') return joined(written, value, { separator: ',', pair });
  const isSpread = explode && typeof value === 'object' && !isJson(written);
  if (!isSpread) return `;${name}=${joined(written, value, { separator: ',', pair: ',' })}`;
  if (!Array.isArray(value)) return `;${joined(written, value, { separator: ';', pair })}`;
  return value.map((item) => `;${name}=${encodeURIComponent(toText(item))}`).join('');
}

/** Writes a header. */
export function encodeHeader(written: Written, value: unknown): string {
  return joined(written, value, { separator: ',', pair: written.explode ? '=' : ',', encode: asIs });
}

/** Writes a query parameter, a cookie or a field as names and texts; the name may repeat. */
export function encodePairs(
  written: Written,
  value: unknown,
  encodeOthers: Encode = encodeURIComponent,
): Pair[] {
  const { name, style = 'form', explode = false } = written;
  const encodeRaw = written.ambiguous ? asIs : encodeCookie;
  const encode = style === 'cookie' ? encodeRaw : encodeOthers;
  const key = encode(name);
  if (style === 'whole') return [['', joined(written, value, { separator: ',', pair: ',', encode })]];
  if (style === 'deepObject') return bracketed(key, value, encode);
  if (!isJson(written) && isObject(value) && explode) {
    return listMembers(value).flatMap(([member, item]) =>
      repeated(encode(member), written, { item, encode }),
    );
  }
  // JSON that is written as a list repeats its name, each item a text of its own.
  if (explode) return repeated(key, written, { item: value, encode });
  const separator = { spaceDelimited: encode(' '), pipeDelimited: '|' }[String(style)] ?? ',';
  return [[key, joined(written, value, { separator, pair: separator, encode })]];
}

/** Joins encoded pairs; a text without a name is a query of its own. */
export function joinPairs(pairs: readonly Pair[], separator: string): string {
  return pairs.map(([name, text]) => (name === '' ? text : `${name}=${text}`)).join(separator);
}

function repeated(
  key: string,
  written: Written,
  { item, encode }: { item: unknown; encode: Encode },
): Pair[] {
  return [item].flat().map((one) => [key, joined(written, one, { separator: ',', pair: ',', encode })]);
}

// `name[a][0]=1`: what the receiving side takes apart at any depth.
function bracketed(key: string, value: unknown, encode: Encode): Pair[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => bracketed(`${key}[${index}]`, item, encode));
  if (!isObject(value)) return [[key, encode(toText(value))]];
  // A null is omitted, as a parameter that is null is: its text would be read as the word.
  return listMembers(value).flatMap(([name, item]) =>
    item === null ? [] : bracketed(`${key}[${encode(name)}]`, item, encode),
  );
}

// A field that may be JSON or text is JSON where its value is a list or an object.
function isJson({ shape }: Written): boolean {
  const shapes = typeof shape === 'object' && 'anyOf' in shape ? shape.anyOf : [shape].flat();
  return shapes.some(
    (kind) => kind === 'json' || (typeof kind === 'object' && 'list' in kind && kind.list === 'json'),
  );
}

interface Joining {
  separator: string;
  /** Separates the name from the value of a member. */
  pair: string;
  encode?: Encode;
}

function joined(
  written: Written,
  value: unknown,
  { separator, pair, encode = encodeURIComponent }: Joining,
): string {
  const isText = typeof value === 'string' && written.shape !== 'json';
  if (isJson(written) && !isText) return encode(writeDigits(value));
  const join = written.ambiguous ? (texts: string[], text: string) => texts.join(text) : joinTexts;
  const encodeItem = (item: unknown) => encode(toText(item));
  if (Array.isArray(value)) {
    const items = value.map(encodeItem);
    return written.ambiguous ? items.join(separator) : joinItems(items, separator);
  }
  if (!isObject(value)) return encodeItem(value);
  const members = listMembers(value).map(([name, item]): Pair => [encode(name), encodeItem(item)]);
  if (pair === separator) return join(members.flat(), separator);
  return join(
    members.map((member) => member.join(pair)),
    separator,
  );
}

// No style has a form for values inside of values.
function toText(value: unknown): string {
  return typeof value === 'object' && value !== null ? writeDigits(value) : String(value);
}

function listMembers(value: Record<string, unknown>): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}
