// Describes a variant with its value: `` `name` with 41 characters (maxLength: 40) ``.
import type { JsonValue } from '@keyframe/openapi-model';
import { formatValue } from '../format-value.ts';
import type { Variant } from '../schema/variants/variants.ts';

const LONGEST_VALUE = 60;

/** Describes a variant; `whole` names the value if the variant replaces all of it. */
export function describeVariant(
  { path, keyword, changed, limit, label }: Pick<Variant, 'changed' | 'keyword' | 'label' | 'limit' | 'path'>,
  whole = 'the body',
): string {
  const location = path.length === 0 ? whole : `\`${path.join('.')}\``;
  return `${location} ${describeValue(keyword, changed) ?? label} (${describeKeyword(keyword, limit)})`;
}

// Undefined if the value is an object or a list, whose difference the label describes better.
function describeValue(keyword: string, value: JsonValue): string | undefined {
  if (keyword.endsWith('Length') && typeof value === 'string')
    return `with ${count([...value].length, 'character')}`;
  if (keyword.endsWith('Items') && Array.isArray(value)) return `with ${count(value.length, 'item')}`;
  if (keyword.endsWith('Properties') && typeof value === 'object' && value !== null)
    return `with ${count(Object.keys(value).length, 'property')}`;
  if (typeof value === 'object' && value !== null) return undefined;
  const text = formatValue(value);
  return text.length > LONGEST_VALUE ? `= ${text.slice(0, LONGEST_VALUE)}…` : `= ${text}`;
}

function count(number: number, unit: string): string {
  const plural = unit.endsWith('y') ? `${unit.slice(0, -1)}ies` : `${unit}s`;
  return `${number} ${number === 1 ? unit : plural}`;
}

// A keyword whose value is a schema is named only.
function describeKeyword(keyword: string, limit: JsonValue): string {
  const isScalar = ['string', 'number', 'boolean'].includes(typeof limit);
  const isList = Array.isArray(limit) && limit.every((one) => typeof one !== 'object');
  if (!isScalar && !isList) return keyword;
  const text = formatValue(limit);
  return text.length > LONGEST_VALUE ? keyword : `${keyword}: ${typeof limit === 'string' ? limit : text}`;
}
