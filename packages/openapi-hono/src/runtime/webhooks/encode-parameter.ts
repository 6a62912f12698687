// Writes the values of parameters as their styles ask for (OpenAPI 3.1, section 4.8.12.2).
import { isObject } from '../schema/json-type.ts';

export interface EncodedParameter {
  name: string;
  in: 'cookie' | 'header' | 'path' | 'query';
  /** The default style of its place where there is none. */
  style?: string | undefined;
  explode?: boolean | undefined;
}

type Encode = (text: string) => string;

const percent: Encode = encodeURIComponent;
const asIs: Encode = (text) => text;

/** Writes a path parameter, ready to stand in a path. */
export function encodePath(
  { name, style = 'simple', explode = false }: EncodedParameter,
  value: unknown,
): string {
  if (style === 'label')
    return `.${joined(value, { pair: explode ? '=' : ',', separator: explode ? '.' : ',' })}`;
  if (style !== 'matrix') return joined(value, { pair: explode ? '=' : ',', separator: ',' });
  if (explode && Array.isArray(value))
    return value.map((item) => `;${name}=${percent(String(item))}`).join('');
  if (explode && isObject(value)) return `;${joined(value, { pair: '=', separator: ';' })}`;
  return `;${name}=${joined(value, { pair: ',', separator: ',' })}`;
}

/** Writes a header. */
export function encodeHeader({ explode = false }: EncodedParameter, value: unknown): string {
  return joined(value, { pair: explode ? '=' : ',', separator: ',', encode: asIs });
}

/** Writes a query parameter or a cookie as `name=value` pairs; the name may repeat. */
export function encodePairs(
  { name, style = 'form', explode = false }: EncodedParameter,
  value: unknown,
): string[] {
  const key = percent(name);
  if (isObject(value) && style === 'deepObject') {
    return membersOf(value).map(([member, item]) => `${key}[${percent(member)}]=${percent(String(item))}`);
  }
  if (explode && isObject(value))
    return membersOf(value).map(([member, item]) => `${percent(member)}=${percent(String(item))}`);
  if (explode && Array.isArray(value)) return value.map((item) => `${key}=${percent(String(item))}`);
  const separator = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '|' : ',';
  return [`${key}=${joined(value, { pair: separator, separator })}`];
}

interface Joining {
  /** Stands between the name and the value of a member. */
  pair: string;
  separator: string;
  encode?: Encode;
}

function joined(value: unknown, { pair, separator, encode = percent }: Joining): string {
  if (Array.isArray(value)) return value.map((item) => encode(String(item))).join(separator);
  if (!isObject(value)) return encode(String(value));
  return membersOf(value)
    .map(([name, item]) => `${encode(name)}${pair}${encode(String(item))}`)
    .join(separator);
}

function membersOf(value: Record<string, unknown>): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}
