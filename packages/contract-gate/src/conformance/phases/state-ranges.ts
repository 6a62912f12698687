// Checks the range filters of a list. An item on the bound is checked only if the document specifies whether it belongs to
// the range.
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { findRangeMember } from '@keyframe/openapi-resources';
import { collectItems, type ListClient } from '../behavior/list-client.ts';
import { createRangeTest, findBounds, type RangeBound, toOrdinal } from '../behavior/list-ranges.ts';
import { runStateChecks } from '../behavior/state-check.ts';
import { formatValue } from '../format-value.ts';
import { FILTER_CHECKS } from './check-lists.ts';

interface BoundedList {
  list: ListClient;
  bound: RangeBound;
  property: string;
  /** The items without the filter. */
  items: readonly JsonObject[];
}

/** Requests ranges that begin and end with the lowest and the highest value of the items. */
export async function checkRanges(list: ListClient): Promise<void> {
  const { session } = list.client.context;
  const bounds = findBounds(list.operation, session);
  if (bounds.length === 0) return;
  const pages = await list.readPages();
  if (!list.isComplete(pages)) return;
  const items = collectItems(pages);
  for (const bound of bounds) {
    const property = findRangeMember(bound.stem, items.flatMap(Object.keys), session.conventions);
    if (property !== undefined) await checkBound({ list, bound, property, items });
  }
}

async function checkBound(bounded: BoundedList): Promise<void> {
  const { property, items } = bounded;
  const ordinals = items.map((item) => toOrdinal(item[property])).filter((ordinal) => ordinal !== undefined);
  const [lowest, highest] = [Math.min(...ordinals), Math.max(...ordinals)];
  if (!(lowest < highest)) return;
  for (const ordinal of [lowest, highest]) {
    const pivot = items.find((item) => toOrdinal(item[property]) === ordinal)?.[property];
    if (pivot !== undefined) await checkRange(bounded, pivot);
  }
}

async function checkRange(bounded: BoundedList, pivot: JsonValue): Promise<void> {
  const { list, bound, property, items } = bounded;
  const { parameter, key, isLower } = bound;
  const written = findAcceptedText(bounded, pivot);
  if (written === undefined || toOrdinal(written) === undefined) return;
  const pages = await list.readFiltered(parameter, key === undefined ? written : { [key]: written });
  if (!list.isComplete(pages)) return;
  const test = createRangeTest(bound, written, pivot);
  const isIncluded = (item: JsonObject) => test.isIncluded(item[property]);
  await runStateChecks(FILTER_CHECKS, {
    client: list.client,
    list,
    filter: `\`${parameter.name}${key === undefined ? '' : `[${key}]`}\``,
    pages,
    condition: `${property} ${isLower ? 'from' : 'up to'} ${formatValue(written)}`,
    describe: (item: JsonObject) => `${property}: ${formatValue(item[property])}`,
    isExcluded: (item: JsonObject) => test.isExcluded(item[property]),
    isIncluded,
    allItems: items,
    countUnchanged: async () => {
      const later = collectItems(await list.readPages());
      const unchanged = new Set(later.map((item) => JSON.stringify(item)));
      return items.filter((item) => isIncluded(item) && unchanged.has(JSON.stringify(item))).length;
    },
  });
}

// A range of dates may filter times.
function findAcceptedText(
  { list, bound: { parameter, key } }: BoundedList,
  pivot: JsonValue,
): JsonValue | undefined {
  const { requests } = list.client.context.session;
  const { schema } = parameter;
  const texts: JsonValue[] = typeof pivot === 'string' ? [pivot, pivot.slice(0, 10)] : [pivot];
  return texts.find(
    (text) => !schema || requests.accepts(schema, key === undefined ? text : { [key]: text }),
  );
}
