// Types, constants, and the keywords of numbers and strings.
import type { JsonValue } from '@keyframe/openapi-model';
import { jsonEqual } from '@keyframe/openapi-runtime/client';
import { comparePatterns, type PatternDifference } from './compare-patterns.ts';
import {
  type Bound,
  findBound,
  listAcceptedTypes,
  listConstants,
  listTypes,
  numberBound,
  type TypeName,
} from './limits.ts';
import type { SchemaRuleName } from './schema-rules.ts';
import { listValues, type Shape } from './shape.ts';
import type { Found, Walk } from './walk.ts';

const EXAMPLES: Readonly<Record<TypeName, JsonValue>> = {
  null: null,
  boolean: true,
  object: {},
  array: [],
  string: 'text',
  number: 0.5,
  integer: 1,
};

/** Compares the types that are allowed; false when no value can be one of both. */
export function compareTypes(walk: Walk): boolean {
  if (walk.old.isNever || walk.new.isNever) {
    if (walk.old.isNever === walk.new.isNever) return false;
    const kind = walk.new.isNever ? 'schema-forbidden' : 'schema-allowed';
    walk.report({ kind, what: 'the schema', before: !walk.old.isNever, after: !walk.new.isNever });
    return false;
  }
  const types = { old: listTypes(walk.old), new: listTypes(walk.new) };
  // Whether alternatives reject a type is a change of those.
  const accepted = { old: listAcceptedTypes(walk.old), new: listAcceptedTypes(walk.new) };
  const removed = [...accepted.old].filter((type) => !allows(types.new, type));
  const added = [...accepted.new].filter((type) => !allows(types.old, type));
  const common = [...types.old].some(
    (type) => allows(types.new, type) || (type === 'number' && types.new.has('integer')),
  );
  const isNamed = isAboutTypes(walk, removed) || isAboutTypes(walk, added);
  const keywords = ['type', 'enum', 'const'] as const;
  const change = {
    what: 'type',
    keywords,
    before: describeTypes(accepted.old),
    after: describeTypes(accepted.new),
  };
  const hints = [...removed, ...added].map((type) => EXAMPLES[type]);
  if (isNamed && removed.length > 0 && added.length > 0 && !common) {
    walk.report({ kind: 'type-changed', ...change, hints });
  } else if (isNamed) {
    if (removed.length > 0) walk.report({ kind: 'type-removed', ...change, hints });
    if (added.length > 0) walk.report({ kind: 'type-added', ...change, hints });
  }
  return common || !isNamed;
}

// An enumeration that lost its only text has lost a value, not a type.
function isAboutTypes({ old, new: after }: Walk, types: readonly TypeName[]): boolean {
  return types.length > 0 && (listConstants(old) === undefined || listConstants(after) === undefined);
}

function allows(types: ReadonlySet<TypeName>, type: TypeName): boolean {
  return types.has(type) || (type === 'integer' && types.has('number'));
}

function describeTypes(types: ReadonlySet<TypeName>): string[] | string {
  return types.size === 6 && !types.has('integer') ? 'any' : [...types];
}

/** Compares `enum` and `const`. */
export function compareConstants(walk: Walk): void {
  const before = listConstants(walk.old);
  const after = listConstants(walk.new);
  if (!before && !after) return;
  const includesValue = (list: readonly JsonValue[], value: JsonValue) =>
    list.some((item) => jsonEqual(item, value));
  const change = { what: 'enum', keywords: ['enum', 'const'] as const, before, after };
  if (!before) walk.report({ kind: 'enum-introduced', ...change });
  else if (!after) walk.report({ kind: 'enum-lifted', ...change, hints: before as JsonValue[] });
  else {
    const removed = before.filter((value) => !includesValue(after, value));
    const added = after.filter((value) => !includesValue(before, value));
    if (removed.length > 0)
      walk.report({ kind: 'enum-value-removed', ...change, hints: removed as JsonValue[] });
    if (added.length > 0) walk.report({ kind: 'enum-value-added', ...change, hints: added as JsonValue[] });
  }
}

/** Compares the bounds of numbers and what they are multiples of. */
export function compareNumbers(walk: Walk): void {
  const isNumeric = (shape: Shape) =>
    ['number', 'integer'].some((type) => listTypes(shape).has(type as TypeName));
  if (!isNumeric(walk.old) || !isNumeric(walk.new)) return;
  compareEnd(walk, 'minimum');
  compareEnd(walk, 'maximum');
  compareMultiples(walk);
  compareRange(walk);
}

const MOST_INT32 = 2 ** 31 - 1;

// The range of `int64` is that of integers without a format, as far as JSON messages show.
function compareRange(walk: Walk): void {
  const listFormats = (shape: Shape) => listValues(shape, 'format').map(({ value }) => value);
  const [before, after] = [listFormats(walk.old), listFormats(walk.new)];
  const isNarrow = after.includes('int32');
  if (before.includes('int32') === isNarrow) return;
  walk.report({
    kind: isNarrow ? 'format-introduced' : 'format-lifted',
    what: 'format',
    keywords: ['format'],
    before: joinTexts(before),
    after: joinTexts(after),
    hints: [MOST_INT32 + 1, -MOST_INT32 - 2],
  });
}

function joinTexts(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.join(' and ');
}

function compareEnd(walk: Walk, end: 'minimum' | 'maximum'): void {
  const before = numberBound(walk.old, end);
  const after = numberBound(walk.new, end);
  const order = compareBounds(before, after, end);
  if (order === 0) return;
  const isTighter = order > 0;
  const kind = (
    end === 'minimum'
      ? { true: 'minimum-increased', false: 'minimum-decreased' }
      : { true: 'maximum-decreased', false: 'maximum-increased' }
  )[`${isTighter}`] as SchemaRuleName;
  const bounds = [before, after].filter((bound) => bound !== undefined);
  const hints = bounds.flatMap(({ value }) => [value, value + 0.5, value + 1, value - 0.5, value - 1]);
  const factors = listMultiples(walk.old).concat(listMultiples(walk.new));
  const fitting = factors.flatMap((factor) => hints.map((hint) => Math.round(hint / factor) * factor));
  walk.report({
    kind,
    what: end,
    keywords: end === 'minimum' ? ['minimum', 'exclusiveMinimum'] : ['maximum', 'exclusiveMaximum'],
    before: formatBound(before),
    after: formatBound(after),
    hints: [...hints, ...fitting],
  });
}

// Above 0 when the new bound is the tighter one.
function compareBounds(
  before: Bound | undefined,
  after: Bound | undefined,
  end: 'minimum' | 'maximum',
): number {
  const sign = end === 'minimum' ? 1 : -1;
  const key = (bound: Bound | undefined) => (bound ? sign * bound.value : Number.NEGATIVE_INFINITY);
  if (key(after) !== key(before)) return key(after) > key(before) ? 1 : -1;
  return Number(after?.isExclusive ?? false) - Number(before?.isExclusive ?? false);
}

function formatBound(bound: Bound | undefined): string | number | undefined {
  return bound?.isExclusive ? `exclusive ${bound.value}` : bound?.value;
}

function listMultiples(shape: Shape): number[] {
  const factors = listValues(shape, 'multipleOf').map(({ value }) => value);
  return [...new Set(factors)].filter((factor) => factor > 0);
}

function compareMultiples(walk: Walk): void {
  const before = listMultiples(walk.old);
  const after = listMultiples(walk.new);
  const implies = (premises: readonly number[], factors: readonly number[]) =>
    factors.every(
      (factor) => premises.some((premise) => isWhole(premise / factor)) || isWholeAnyway(walk, factor),
    );
  const [isWider, isNarrower] = [implies(before, after), implies(after, before)];
  if (isWider && isNarrower) return;
  const kind = isWider
    ? 'multiple-of-loosened'
    : isNarrower
      ? 'multiple-of-tightened'
      : 'multiple-of-changed';
  const hints = [...before, ...after].flatMap((factor) => [
    ...[1, 2, 3, 101].map((multiple) => factor * multiple),
    factor + 1,
  ]);
  walk.report({ kind, what: 'multipleOf', keywords: ['multipleOf'], before, after, hints });
}

function isWhole(ratio: number): boolean {
  return Math.abs(ratio - Math.round(ratio)) < 1e-9;
}

// Integers are multiples of 1 on both sides.
function isWholeAnyway({ old, new: after }: Walk, factor: number): boolean {
  return factor === 1 && !listTypes(old).has('number') && !listTypes(after).has('number');
}

/** Compares the lengths, patterns and formats of strings. */
export function compareStrings(walk: Walk): void {
  if (!listTypes(walk.old).has('string') || !listTypes(walk.new).has('string')) return;
  compareSizes(walk, { keyword: 'Length', name: 'length' });
  compareTexts(walk, 'pattern');
  compareTexts(walk, 'format');
}

/** Compares a least and a greatest size: of a string, an array or an object. */
export function compareSizes(
  walk: Walk,
  { keyword, name }: { keyword: 'Items' | 'Length' | 'Properties'; name: string },
): void {
  const getMinimum = (shape: Shape) => findBound(shape, `min${keyword}`, 'max') ?? 0;
  const getMaximum = (shape: Shape) => findBound(shape, `max${keyword}`, 'min') ?? Number.POSITIVE_INFINITY;
  const [minBefore, minAfter] = [getMinimum(walk.old), getMinimum(walk.new)];
  const [maxBefore, maxAfter] = [getMaximum(walk.old), getMaximum(walk.new)];
  if (minBefore !== minAfter) {
    const kind = `min-${name}-${minAfter > minBefore ? 'increased' : 'decreased'}` as SchemaRuleName;
    const what = `min${keyword}` as const;
    walk.report({ kind, what, keywords: [what], before: minBefore, after: minAfter });
  }
  if (maxBefore !== maxAfter) {
    const kind = `max-${name}-${maxAfter > maxBefore ? 'increased' : 'decreased'}` as SchemaRuleName;
    const omitInfinity = (size: number) => (Number.isFinite(size) ? size : undefined);
    walk.report({
      kind,
      what: `max${keyword}`,
      keywords: [`max${keyword}`],
      before: omitInfinity(maxBefore),
      after: omitInfinity(maxAfter),
    });
  }
}

const HINTS = ['', ' ', 'x', 'a text of no format', 'é', '😀', '\n', '0'];

function compareTexts(walk: Walk, keyword: 'pattern' | 'format'): void {
  const listTexts = (shape: Shape) => [...new Set(listValues(shape, keyword).map(({ value }) => value))];
  const [before, after] = [listTexts(walk.old), listTexts(walk.new)];
  const [isIntroduced, isLifted] = [isSubset(before, after), isSubset(after, before)];
  if (isIntroduced && isLifted) return;
  const difference = keyword === 'pattern' ? comparePatterns(before, after) : undefined;
  const { onlyBefore, onlyAfter } = difference ?? {};
  if (difference && onlyBefore === undefined && onlyAfter === undefined) return;
  const end = isIntroduced ? 'introduced' : isLifted ? 'lifted' : 'changed';
  walk.report({
    kind: `${keyword}-${end}`,
    what: keyword,
    keywords: [keyword],
    before: joinTexts(before),
    after: joinTexts(after),
    hints: [...HINTS, ...[onlyBefore, onlyAfter].filter((text) => text !== undefined)],
    ...getEffect(difference),
  });
}

function isSubset(texts: readonly string[], superset: readonly string[]): boolean {
  return texts.every((text) => superset.includes(text));
}

function getEffect(difference: PatternDifference | undefined): Pick<Found, 'effect'> {
  if (difference?.onlyBefore === undefined && difference?.onlyAfter !== undefined) return { effect: 'wider' };
  if (difference?.onlyAfter === undefined && difference?.onlyBefore !== undefined)
    return { effect: 'narrower' };
  return {};
}
