// The types, values and bounds that a shape allows, taken together over all its parts.
import type { JsonValue } from '@keyframe/openapi-model';
import { jsonEqual } from '@keyframe/openapi-runtime/client';
import type { KeywordName, Keywords } from '@keyframe/openapi-schema';
import { createShape, listValues, type Shape } from './shape.ts';

export const TYPES = ['null', 'boolean', 'object', 'array', 'string', 'number', 'integer'] as const;
export type TypeName = (typeof TYPES)[number];

/** Lists the types that a shape allows; `number` includes `integer`, which then is not named. */
export function listTypes(shape: Shape): ReadonlySet<TypeName> {
  let allowed = new Set<TypeName>(TYPES.filter((type) => type !== 'integer'));
  for (const { value, conjunct } of listValues(shape, 'type')) {
    const names = value.filter(isTypeName);
    allowed = intersect(allowed, new Set(conjunct.isNullable ? [...names, 'null' as const] : names));
  }
  const values = listConstants(shape);
  if (!values) return allowed;
  const used = new Set(values.map(getType));
  return new Set([...allowed].filter((type) => used.has(type) || (type === 'number' && used.has('integer'))));
}

/** Lists the types of the values that a shape accepts: those that its alternatives allow as well. */
export function listAcceptedTypes(shape: Shape, holders: readonly Shape[] = []): ReadonlySet<TypeName> {
  const shapeTypes = shape.isNever ? new Set<TypeName>() : listTypes(shape);
  // An alternative that is the shape itself restricts nothing.
  if (holders.includes(shape)) return shapeTypes;
  return shape.unions.reduce((allowed, { branches, isNullable }) => {
    const alternatives = branches.map((branch) => createShape(shape.model, branch));
    const types = alternatives.flatMap((each) => [...listAcceptedTypes(each, [...holders, shape])]);
    return intersect(allowed, new Set(isNullable ? [...types, 'null' as const] : types));
  }, shapeTypes);
}

function isTypeName(value: unknown): value is TypeName {
  return TYPES.some((type) => type === value);
}

function intersect(left: ReadonlySet<TypeName>, right: ReadonlySet<TypeName>): Set<TypeName> {
  const both = new Set([...left].filter((type) => right.has(type)));
  if (both.has('number')) return both;
  const isInteger = (set: ReadonlySet<TypeName>) => set.has('integer') || set.has('number');
  if (isInteger(left) && isInteger(right)) both.add('integer');
  return both;
}

/** Names the type of a value; `integer` for a whole number. */
function getType(value: JsonValue): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as 'boolean' | 'object' | 'string';
}

/** Lists the values of `enum` and `const` that all parts allow; undefined when no part names any. */
export function listConstants(shape: Shape): JsonValue[] | undefined {
  const lists = [
    ...listValues(shape, 'enum').map(({ value, conjunct }) => withNull(value, conjunct.isNullable)),
    ...listValues(shape, 'const').map(({ value, conjunct }) => withNull([value], conjunct.isNullable)),
  ];
  const common = lists[0]?.filter((value) =>
    lists.every((list) => list.some((item) => jsonEqual(item, value))),
  );
  if (!common) return undefined;
  const types = listValues(shape, 'type').map(({ value, conjunct }) =>
    conjunct.isNullable ? [...value, 'null'] : value,
  );
  return common.filter((value) => types.every((names) => namesType(names, value)));
}

function withNull(values: readonly JsonValue[], isNullable: boolean): readonly JsonValue[] {
  return isNullable && !values.includes(null) ? [...values, null] : values;
}

function namesType(names: readonly JsonValue[], value: JsonValue): boolean {
  const type = getType(value);
  return names.includes(type) || (type === 'integer' && names.includes('number'));
}

/** The name of a keyword that holds a number. */
type NumericName = {
  [TName in KeywordName]: Keywords[TName] extends number | undefined ? TName : never;
}[KeywordName];

/** Reads the largest or least of the numbers that the parts give by a keyword. */
export function findBound(shape: Shape, name: NumericName, choose: 'max' | 'min'): number | undefined {
  const numbers = listValues(shape, name).map(({ value }) => value);
  return numbers.length === 0 ? undefined : Math[choose](...numbers);
}

export interface Bound {
  value: number;
  isExclusive: boolean;
}

/** Reads the lower or upper bound of the numbers of a shape; that of integers is a whole number, and inclusive. */
export function numberBound(shape: Shape, end: 'minimum' | 'maximum'): Bound | undefined {
  const choose = end === 'minimum' ? 'max' : 'min';
  const inclusive = findBound(shape, end, choose);
  const exclusive = findBound(shape, end === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum', choose);
  if (inclusive === undefined && exclusive === undefined) return undefined;
  const types = listTypes(shape);
  const isWhole = types.has('integer') && !types.has('number');
  const isExclusive =
    exclusive !== undefined && (inclusive === undefined || Math[choose](inclusive, exclusive) === exclusive);
  const value = isExclusive ? exclusive : (inclusive ?? 0);
  if (!isWhole) return { value, isExclusive };
  if (end === 'minimum') {
    return { value: isExclusive ? Math.floor(value) + 1 : Math.ceil(value), isExclusive: false };
  }
  return { value: isExclusive ? Math.ceil(value) - 1 : Math.floor(value), isExclusive: false };
}
