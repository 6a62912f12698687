// Describes a variant with its value: `` `name` with 41 characters (maxLength: 40) ``.
import type { JsonValue } from '@keyframe/openapi-model';
import type { SchemaRef, SchemaSpace } from '@keyframe/openapi-schema/values';
import { formatValue } from '../format-value.ts';
import { type Explanation, explain } from '../schema/explain.ts';
import type { Variant } from '../schema/variants/variants.ts';
import type { Case } from './case.ts';

const LONGEST_VALUE = 60;

interface Readings {
  space: SchemaSpace;
  schema: SchemaRef;
  readings: readonly JsonValue[];
  pointer?: string;
}

/** A variant of a value of a schema. */
interface NamedVariant {
  space: SchemaSpace;
  schema: SchemaRef;
  variant: Variant;
  /** Names the whole value. */
  whole?: string | undefined;
  /** Values that a server may read: a text has several readings. */
  readings?: readonly JsonValue[];
}

/**
 * Returns the keyword of a variant with its description; of an invalid variant, the keyword that rejects it, which may be
 * another one than the variant tries.
 */
export function nameRule({
  space,
  schema,
  variant,
  whole,
  readings = [variant.value],
}: NamedVariant): Pick<Case, 'label' | 'pointer' | 'tried'> {
  const tried = space.getOrigin(variant.pointer);
  const explanation = variant.isValid
    ? undefined
    : explainReadings({ space, schema, readings, pointer: variant.pointer });
  if (!explanation || explanation.pointer === variant.pointer) {
    return { pointer: tried, tried, label: describeVariant(variant, whole) };
  }
  const label = describeInvalid(explanation, { label: variant.label, whole });
  return { pointer: space.getOrigin(explanation.pointer), tried, label };
}

/** Explains why a text is invalid: readings of another type say least, unless one violates the keyword at the pointer. */
export function explainReadings({ space, schema, readings, pointer }: Readings): Explanation | undefined {
  const explanations = readings.map((value) => explain(space, schema, value));
  return (
    explanations.find(({ keyword }) => keyword !== 'type') ??
    explanations.find((one) => one.pointer === pointer) ??
    explanations[0]
  );
}

/** Describes an invalid variant by the rule that it violates, which may be another one than the variant tries. */
export function describeInvalid(
  { path, keyword, found = null, limit, missing }: Explanation,
  { label, whole }: { label: string; whole?: string | undefined },
): string {
  const difference = missing === undefined ? label : `without "${missing}"`;
  return describeVariant({ path, keyword, changed: found, limit, label: difference }, whole);
}

/** Describes a variant; `whole` names the whole value, the body by default. */
export function describeVariant(
  { path, keyword, changed, limit, label }: Pick<Variant, 'changed' | 'keyword' | 'label' | 'limit' | 'path'>,
  whole?: string,
): string {
  return `${formatBodyPath(path, whole)} ${describeValue(keyword, changed) ?? label} (${describeKeyword(keyword, limit)})`;
}

/** Formats the path of a part of a value; `whole` names the whole value, the body by default. */
export function formatBodyPath(path: Variant['path'], whole?: string): string {
  if (path.length === 0) return whole ?? 'the body';
  const part = `\`${path.join('.')}\``;
  return whole === undefined ? part : `${part} of ${whole}`;
}

// Undefined if the value is an object or a list, whose difference the label describes better.
function describeValue(keyword: string, value: JsonValue): string | undefined {
  if (keyword.endsWith('Length') && typeof value === 'string')
    return `with ${count([...value].length, 'character')}`;
  if (keyword.endsWith('Items') && Array.isArray(value)) return `with ${count(value.length, 'item')}`;
  if (keyword.endsWith('Properties') && typeof value === 'object' && value !== null)
    return `with ${count(Object.keys(value).length, 'property')}`;
  const isEmpty = typeof value === 'object' && Object.keys(Object(value)).length === 0;
  if (typeof value === 'object' && value !== null && !(keyword === 'type' && isEmpty)) return undefined;
  const text = formatValue(value);
  return text.length > LONGEST_VALUE ? `= ${text.slice(0, LONGEST_VALUE)}…` : `= ${text}`;
}

function count(number: number, unit: string): string {
  const plural = unit.endsWith('y') ? `${unit.slice(0, -1)}ies` : `${unit}s`;
  return `${number} ${number === 1 ? unit : plural}`;
}

// A keyword whose value is a schema is named only.
function describeKeyword(keyword: string, limit: JsonValue): string {
  if (keyword === 'false') return 'not allowed';
  const isScalar = ['string', 'number', 'boolean'].includes(typeof limit);
  const isList = Array.isArray(limit) && limit.every((one) => typeof one !== 'object');
  if (!isScalar && !isList) return keyword;
  const text = formatValue(limit);
  return text.length > LONGEST_VALUE ? keyword : `${keyword}: ${typeof limit === 'string' ? limit : text}`;
}
