// The scalars of the YAML 1.2 core schema that JSON can represent.
import type { JsonValue } from '../json.ts';

type Scalar = null | boolean | number | string;

const INTEGER = /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const NOT_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** Reads a plain scalar without tag; undefined for a number that JSON does not have. */
export function readPlainScalar(text: string): Scalar | undefined {
  if (/^(?:null|Null|NULL|~|)$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  if (!/^[-+.0-9]/.test(text)) return text;
  if (INTEGER.test(text) || FLOAT.test(text)) {
    const number = Number(text);
    return Number.isFinite(number) ? number : undefined;
  }
  return NOT_FINITE.test(text) ? undefined : text;
}

/** Reads a scalar with a tag such as `!!str`; undefined when the tag is not known or does not fit. */
export function readTaggedScalar(tag: string, text: string): Scalar | undefined {
  if (tag === '!!str' || tag === '!') return text;
  const value = readPlainScalar(text);
  return value !== undefined && TAG_FITS[tag]?.(value) ? value : undefined;
}

const TAG_FITS: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  '!!null': (value) => value === null,
  '!!bool': (value) => typeof value === 'boolean',
  '!!int': Number.isInteger,
  '!!float': (value) => typeof value === 'number',
};
