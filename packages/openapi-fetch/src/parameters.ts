// Writes parameters in the styles of OpenAPI. Values are one level deep.
import type { PathSerializer, QuerySerializer, QuerySerializerOptions } from './client-types.ts';

interface Escaping {
  /** Whether values are sent without percent-encoding. */
  allowReserved?: boolean;
}

interface Style<TStyle extends string> extends Escaping {
  style: TStyle;
  explode: boolean;
}

type ArrayStyle = Style<'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited'>;
type ObjectStyle = Style<'simple' | 'label' | 'matrix' | 'form' | 'deepObject'>;

// The separators of exploded values; all other styles use `&`.
const SEPARATORS: Readonly<Record<string, string>> = { simple: ',', label: '.', matrix: ';' };
const LIST_SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '|' };
const STYLES_BY_PREFIX: Readonly<Record<string, 'label' | 'matrix'>> = { '.': 'label', ';': 'matrix' };

function escapeValue(value: unknown, options?: Escaping): string {
  return options?.allowReserved ? String(value) : encodeURIComponent(String(value));
}

/** Writes `name=value`; nothing for null and undefined. Throws if the value is a list or an object. */
export function serializePrimitiveParam(name: string, value: unknown, options?: Escaping): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object')
    throw new Error(
      `"${name}" contains a list or an object inside of another one. Write it with a querySerializer of your own.`,
    );
  return `${name}=${escapeValue(value, options)}`;
}

/** Writes an object. */
export function serializeObjectParam(
  name: string,
  value: Readonly<Record<string, unknown>>,
  options: ObjectStyle,
): string {
  if (!value || typeof value !== 'object') return '';
  const { style, explode } = options;
  const members = Object.entries(value);
  if (explode === false && style !== 'deepObject')
    return withPrefix(
      name,
      members.map(([key, item]) => `${key},${escapeValue(item, options)}`).join(),
      style,
    );
  const pairs = members.map(([key, item]) =>
    serializePrimitiveParam(style === 'deepObject' ? `${name}[${key}]` : key, item, options),
  );
  return joinExploded(pairs, style);
}

/** Writes a list. */
export function serializeArrayParam(name: string, value: readonly unknown[], options: ArrayStyle): string {
  if (!Array.isArray(value)) return '';
  const { style, explode } = options;
  if (explode === false) {
    const text = value.map((item) => escapeValue(item, options)).join(LIST_SEPARATORS[style] ?? ',');
    return withPrefix(name, text, style === 'spaceDelimited' || style === 'pipeDelimited' ? 'form' : style);
  }
  const isBare = style === 'simple' || style === 'label';
  const items = value.map((item) =>
    isBare ? escapeValue(item, options) : serializePrimitiveParam(name, item, options),
  );
  return joinExploded(items, style);
}

// The values of one parameter follow its name, except for styles without a name.
function withPrefix(name: string, text: string, style: string): string {
  if (style === 'label') return `.${text}`;
  if (style === 'matrix') return `;${name}=${text}`;
  return style === 'form' ? `${name}=${text}` : text;
}

function joinExploded(items: readonly string[], style: string): string {
  const separator = SEPARATORS[style] ?? '&';
  const prefix = style === 'label' || style === 'matrix' ? separator : '';
  return prefix + items.join(separator);
}

/** Creates a function that writes a query; without options, lists repeat their name and objects are `deepObject`. */
export function createQuerySerializer<TOperation = unknown>(
  options: QuerySerializerOptions = {},
): QuerySerializer<TOperation> {
  const { allowReserved = false, array, object } = options;
  return (query: Readonly<Record<string, unknown>>) =>
    Object.entries(query ?? {})
      .filter(([, value]) => value !== undefined && value !== null && !isEmptyList(value))
      .map(([name, value]) => {
        if (Array.isArray(value))
          return serializeArrayParam(name, value, { style: 'form', explode: true, ...array, allowReserved });
        if (typeof value === 'object')
          return serializeObjectParam(name, value as Record<string, unknown>, {
            style: 'deepObject',
            explode: true,
            ...object,
            allowReserved,
          });
        return serializePrimitiveParam(name, value, options);
      })
      .join('&');
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Replaces `{name}`, `{.name}`, `{;name}` and `{name*}` by parameters. Braces without a parameter stay. */
export const defaultPathSerializer: PathSerializer = (pathname, parameters) =>
  pathname.replace(/\{([^{}]+)\}/g, (braces, expression: string) => {
    const name = expression.replace(/^[.;]|\*$/g, '');
    const value = parameters?.[name];
    if (value === undefined || value === null) return braces;
    const style = STYLES_BY_PREFIX[expression.charAt(0)] ?? 'simple';
    const options = { style, explode: expression.endsWith('*') } as const;
    if (Array.isArray(value)) return serializeArrayParam(name, value, options);
    if (typeof value === 'object')
      return serializeObjectParam(name, value as Record<string, unknown>, options);
    return withPrefix(name, escapeValue(value), style);
  });
