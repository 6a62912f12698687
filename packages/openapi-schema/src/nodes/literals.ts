import type { JsonValue } from '@keyframe/openapi-model';
import { jsonEqual } from './json-equal.ts';
import { classifyValue, type TypedName, type Types } from './json-types.ts';
import type { KeywordName } from './keyword-node.ts';
import { TYPED_KEYWORDS, TYPED_NAMES } from './keywords.ts';
import type { Keywords, SchemaNode } from './schema-node.ts';

export interface Literals {
  values: JsonValue[];
  /** The types whose keywords remain to be checked, because they were not applied to the values beforehand. */
  open: TypedName[];
}

/** Lists the values that `const` and `enum` allow, without those that bounds of the same schema exclude. */
export function readLiterals(
  { keywords, written }: Pick<SchemaNode, 'keywords' | 'written'>,
  declared: Types | undefined,
): Literals | undefined {
  const { const: constant, enum: listed } = keywords;
  if (constant === undefined && !listed) return undefined;
  const candidates = constant === undefined ? [] : [constant];
  const values = listed
    ? constant === undefined
      ? listed
      : intersectValues(candidates, listed)
    : candidates;
  const fitting = values.filter((value) => fitsType(value, declared) && fitsBounds(keywords, value));
  const undecided = written.flatMap(({ name }) => (name && !DECIDED.includes(name) ? [name] : []));
  const open = TYPED_NAMES.filter(
    (type) =>
      fitting.some((value) => classifyValue(value) === type) &&
      undecided.some((name) => TYPED_KEYWORDS[type].includes(name)),
  );
  return { values: fitting, open };
}

function fitsType(value: JsonValue, types: Types | undefined): boolean {
  if (!types) return true;
  return types.has(classifyValue(value)) || (types.has('integer') && Number.isInteger(value));
}

function intersectValues(values: readonly JsonValue[], allowed: readonly JsonValue[]): JsonValue[] {
  return values.filter((value) => allowed.some((constant) => jsonEqual(value, constant)));
}

const DECIDED: readonly KeywordName[] = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
];

function fitsBounds(keywords: Keywords, value: JsonValue): boolean {
  const { NEGATIVE_INFINITY: floor, POSITIVE_INFINITY: ceiling } = Number;
  const { minLength = 0, maxLength = ceiling, minimum = floor, maximum = ceiling } = keywords;
  const { exclusiveMinimum = floor, exclusiveMaximum = ceiling } = keywords;
  if (typeof value === 'string') {
    const length = [...value].length;
    return length >= minLength && length <= maxLength;
  }
  if (typeof value !== 'number') return true;
  return value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum;
}
