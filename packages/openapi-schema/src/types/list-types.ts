// Types of lists and tuples.
import { bracket, type Code } from '@keyframe/openapi-codegen';
import type { Bounds } from '../nodes/schema-node.ts';
import { group, uniteTypes } from './type-code.ts';

// The compiler slows down for larger tuples.
const MAX_ITEMS = 30;

/** The items of a list. */
export interface ListItems {
  /** The types of the first items, one each. */
  first: readonly Code[];
  /** The type of the items after those; undefined without such items. */
  rest: Code | undefined;
  size: Bounds;
}

/** Writes a list whose first items have types of their own: items beyond the minimum are optional. */
export function tupleType({ first, rest, size }: ListItems): Code {
  const min = size.min ?? 0;
  const { max = Number.POSITIVE_INFINITY } = size;
  const restType = max <= first.length ? undefined : rest;
  const present = restType !== undefined && min < MAX_ITEMS ? repeat(restType, min - first.length) : [];
  const items = [...first.slice(0, max), ...present].map((type, index): Code => {
    return index < min ? type : [group(type), '?'];
  });
  return bracket('[', [...items, ...(restType === undefined ? [] : [['...', group(restType), '[]']])], ']');
}

/** Writes a list of few items by their number; undefined for longer lists. */
export function countedType(item: Code, { min = 0, max }: Bounds): Code | undefined {
  if (max === undefined) {
    const hasFew = min > 0 && min < MAX_ITEMS;
    return hasFew ? bracket('[', [...repeat(item, min), ['...', group(item), '[]']], ']') : undefined;
  }
  const size = (max * (max + 1) - min * (min - 1)) / 2;
  if (max < min || size >= MAX_ITEMS) return undefined;
  const counts = Array.from({ length: max - min + 1 }, (_, index) => min + index);
  return uniteTypes(counts.map((count) => bracket('[', repeat(item, count), ']')));
}

function repeat(item: Code, count: number): Code[] {
  return Array.from({ length: Math.max(0, count) }, () => item);
}
