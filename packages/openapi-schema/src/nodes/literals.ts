import { type JsonObject, type JsonValue, memberOf } from '@keyframe/openapi-model';
import { jsonEqual } from '@keyframe/openapi-runtime/schema';
import { type TypedName, type Types, typeNameOf } from './json-types.ts';
import { TYPED_KEYWORDS, TYPED_NAMES } from './keywords.ts';

export interface Literals {
  values: JsonValue[];
  /** The types of which keywords remain to be asked, because they were not decided on the values beforehand. */
  open: TypedName[];
}

/** Lists the values that `const` and `enum` leave, those that other keywords exclude taken out beforehand. */
export function literalsOf(schema: JsonObject, declared: Types | undefined): Literals | undefined {
  const constant = memberOf(schema, 'const');
  const listed = memberOf(schema, 'enum');
  if (constant === undefined && !Array.isArray(listed)) return undefined;
  const candidates = constant === undefined ? [] : [constant];
  const values = Array.isArray(listed)
    ? constant === undefined
      ? listed
      : intersectValues(candidates, listed)
    : candidates;
  const fitting = values.filter((value) => fitsType(value, declared) && fitsBounds(schema, value));
  const open = TYPED_NAMES.filter(
    (type) => fitting.some((value) => typeNameOf(value) === type) && isUndecided(schema, type),
  );
  return { values: fitting, open };
}

function fitsType(value: JsonValue, types: Types | undefined): boolean {
  if (!types) return true;
  return types.has(typeNameOf(value)) || (types.has('integer') && Number.isInteger(value));
}

function intersectValues(values: readonly JsonValue[], others: readonly JsonValue[]): JsonValue[] {
  return values.filter((value) => others.some((other) => jsonEqual(value, other)));
}

const DECIDED = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'];

function isUndecided(schema: JsonObject, type: TypedName): boolean {
  return TYPED_KEYWORDS[type].some(
    (keyword) => memberOf(schema, keyword) !== undefined && !DECIDED.includes(keyword),
  );
}

function fitsBounds(schema: JsonObject, value: JsonValue): boolean {
  const bound = (keyword: string, otherwise: number): number => {
    const given = memberOf(schema, keyword);
    return typeof given === 'number' ? given : otherwise;
  };
  const { NEGATIVE_INFINITY: least, POSITIVE_INFINITY: most } = Number;
  if (typeof value === 'string') {
    const length = [...value].length;
    return length >= bound('minLength', 0) && length <= bound('maxLength', most);
  }
  if (typeof value !== 'number') return true;
  const inside = value >= bound('minimum', least) && value <= bound('maximum', most);
  return inside && value > bound('exclusiveMinimum', least) && value < bound('exclusiveMaximum', most);
}
