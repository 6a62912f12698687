import type { LocatedSchema } from '@keyframe/openapi-model';
import { KEYWORD_TABLE } from '@keyframe/openapi-schema';
import { compareSizes } from './compare-scalars.ts';
import { listTypes } from './limits.ts';
import { joinSchemas, listHeld, listValues, type Shape, someAlternative } from './shape.ts';
import type { Walk } from './walk.ts';

/** Compares the sizes and items of arrays. */
export function compareArrays(walk: Walk): void {
  if (!listTypes(walk.old).has('array') || !listTypes(walk.new).has('array')) return;
  compareSizes(walk, { keyword: 'Items', name: 'items' });
  compareUnique(walk);
  compareTuples(walk);
  const items = { old: listHeld(walk.old, 'items'), new: listHeld(walk.new, 'items') };
  if (items.old.length + items.new.length === 0) return;
  // Items that alternatives describe are compared with those.
  if (hasOtherItems(items.old, walk.old) || hasOtherItems(items.new, walk.new)) return;
  const index = Math.max(getTuple(walk.old).length, getTuple(walk.new).length);
  walk.descend({ old: joinSchemas(items.old), new: joinSchemas(items.new) }, { kind: 'item', index });
}

function hasOtherItems(items: readonly LocatedSchema[], shape: Shape): boolean {
  return items.length === 0 && someAlternative(shape, (each) => listHeld(each, 'items').length > 0);
}

function compareUnique(walk: Walk): void {
  const isUnique = (shape: Shape) => listValues(shape, 'uniqueItems').some(({ value }) => value === true);
  const [before, after] = [isUnique(walk.old), isUnique(walk.new)];
  if (before === after) return;
  const kind = after ? 'unique-items-required' : 'unique-items-lifted';
  walk.report({ kind, what: 'uniqueItems', keywords: ['uniqueItems'], before, after });
}

function getTuple(shape: Shape): LocatedSchema[] {
  return listValues(shape, 'prefix').flatMap(({ value }) => value.map(({ origin }) => origin));
}

function compareTuples(walk: Walk): void {
  const [before, after] = [getTuple(walk.old), getTuple(walk.new)];
  for (const [index, old] of before.entries()) {
    const next = after[index];
    if (next) walk.descend({ old, new: next }, { kind: 'item', index, isPositional: true });
  }
  if (before.length === after.length) return;
  const { keyword: what } = KEYWORD_TABLE.prefix;
  walk.report({
    kind: 'items-changed',
    what,
    keywords: ['prefix', 'items'],
    before: before.length,
    after: after.length,
  });
}
