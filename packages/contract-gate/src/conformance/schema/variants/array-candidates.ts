import type { JsonValue } from '@keyframe/openapi-model';
import { itemSchemas } from '@keyframe/openapi-schema';
import type { CandidateMaker, CandidateTools, ValueNode } from './candidate.ts';

const MOST_ITEMS = 2_000;

/** Tries arrays of the lengths around a bound. */
export function countCandidates(keyword: 'maxItems' | 'minItems'): CandidateMaker {
  return ({ keywords: { [keyword]: bound } }, node, tools) => {
    if (bound === undefined || bound > MOST_ITEMS) return [];
    return [
      { length: bound, label: 'exactly the limit of items' },
      { length: bound - 1, label: 'one item less' },
      { length: bound + 1, label: 'one item more' },
    ]
      .filter(({ length }) => length >= 0)
      .map(({ length, label }) => ({ value: ofLength(node, length, tools), label }));
  };
}

function ofLength({ value, schemaNodes }: ValueNode, length: number, tools: CandidateTools): JsonValue[] {
  const items = Array.isArray(value) ? value.slice(0, length) : [];
  const known = new Set(items.map((item) => JSON.stringify(item)));
  for (let tries = 0; items.length < length && tries < 4 * length + 8; tries += 1) {
    const item = tools.build(itemSchemas(schemaNodes, items.length));
    // If no other item can be built, a duplicate is accepted.
    if (known.has(JSON.stringify(item)) && tries < 3 * length) continue;
    if (tries < 3 * length && isOneTooMany([...items, item], schemaNodes, tools)) continue;
    known.add(JSON.stringify(item));
    items.push(item);
  }
  return items;
}

// More of the items that must be contained than there may be.
function isOneTooMany(
  items: readonly JsonValue[],
  schemaNodes: ValueNode['schemaNodes'],
  { space }: CandidateTools,
): boolean {
  return schemaNodes.some(({ keywords: { contains, maxContains } }) => {
    if (!contains || maxContains === undefined) return false;
    return items.filter((item) => space.accepts(contains, item)).length > maxContains;
  });
}

/** Tries an item twice. */
export const uniqueCandidates: CandidateMaker = (_schemaNode, node, tools) => {
  const { value, schemaNodes } = node;
  const given = Array.isArray(value) && value.length > 0 ? value : [tools.build(itemSchemas(schemaNodes, 0))];
  const [first = null] = given;
  const most = Math.min(...schemaNodes.map(({ keywords }) => keywords.maxItems ?? Number.POSITIVE_INFINITY));
  const kept = given.length >= most ? given.slice(0, -1) : given;
  return [
    { value: [...kept, first], label: 'an item twice' },
    { value: [...kept, reordered(first)], label: 'an item twice, its members in another order' },
    { value: ofLength(node, 2, tools), label: 'two different items' },
  ];
};

function reordered(item: JsonValue): JsonValue {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  return Object.fromEntries(Object.entries(item).toReversed());
}

/** Tries arrays with too few and too many of the items that must be contained. */
export const containsCandidates: CandidateMaker = ({ keywords }, { value, schemaNodes }, tools) => {
  const { contains: needed, minContains: least = 1, maxContains: most } = keywords;
  if (!needed || !Array.isArray(value)) return [];
  const { space } = tools;
  const isOther = (item: JsonValue) => !space.accepts(needed, item);
  const other = Array.from({ length: 12 }, () => tools.build(itemSchemas(schemaNodes, 0))).find(isOther);
  const others = value.map((item) => (isOther(item) ? item : (other ?? null)));
  const matching = tools.build([...itemSchemas(schemaNodes, 0), needed]);
  const filled = (count: number) => [
    ...Array.from({ length: count }, () => tools.build([...itemSchemas(schemaNodes, 0), needed])),
    ...others.slice(0, 1),
  ];
  return [
    { value: others, label: 'no item of those that must be contained' },
    { value: [...others, matching], label: 'one item of those that must be contained' },
    { value: filled(Math.max(least - 1, 0)), label: 'one contained item too few' },
    { value: filled(least), label: 'just enough contained items' },
    ...(most === undefined
      ? []
      : [
          { value: filled(most), label: 'exactly the limit of contained items' },
          { value: filled(most + 1), label: 'one contained item too many' },
        ]),
  ];
};

/** Tries an item more than a tuple has. */
export const moreItemsCandidates: CandidateMaker = (_schemaNode, { value }) =>
  Array.isArray(value)
    ? [
        { value: [...value, 'one more'], label: 'a text as one more item' },
        { value: [...value, 7], label: 'a number as one more item' },
        { value: [...value, null], label: 'null as one more item' },
        { value: value.slice(0, -1), label: 'without the last item' },
      ]
    : [];
