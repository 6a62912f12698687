// Members beside the items of a list that describe the page: totals, the numbers of pages and items, flags.
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { ListPlan } from './list-plan.ts';

/** The page that a list shows. */
export interface PageFacts {
  /** The number of items on all pages. */
  total: number;
  /** The number of items on the page. */
  count: number;
  /** The number of items before the page. */
  start: number;
  /** The most items that a page has. */
  limit: number;
  firstPage: number;
  hasMore: boolean;
}

type Describe<TValue> = readonly (readonly [names: RegExp, value: (facts: PageFacts) => TValue])[];

const TOTALS = /^(?:total|total_?(?:count|items|results|elements|size|records)|count)$/i;
const PAGE_TOTALS = /^(?:total_?pages|num_?pages|page_?count|pages)$/i;

const NUMBERS: Describe<number> = [
  [TOTALS, ({ total }) => total],
  [/^(?:size|number_?of_?(?:items|elements)|returned)$/i, ({ count }) => count],
];
const FLAGS: Describe<boolean> = [[/^has_?(?:more|next)(?:_?page)?$/i, ({ hasMore }) => hasMore]];

// Names that mean this only beside a total.
const PAGE_NUMBERS: Describe<number> = [
  [PAGE_TOTALS, countPages],
  [/^(?:(?:current_?)?page|page_?(?:number|index|no)|number)$/i, countPage],
  [/^last_?page$/i, (facts) => facts.firstPage + Math.max(countPages(facts), 1) - 1],
  [/^(?:limit|per_?page|page_?size)$/i, ({ limit }) => limit],
  [/^(?:offset|skip)$/i, ({ start }) => start],
];
const PAGE_FLAGS: Describe<boolean> = [
  [/^has_?prev(?:ious)?(?:_?page)?$/i, ({ start }) => start > 0],
  [/^(?:is_?)?first(?:_?page)?$/i, ({ start }) => start === 0],
  [/^(?:is_?)?last(?:_?page)?$/i, ({ hasMore }) => !hasMore],
  [/^(?:is_?)?empty$/i, ({ count }) => count === 0],
];

/** Lists the members of an object that describe a page, with their values; those with the name of a parameter have its value. */
export function listPageMembers(
  object: JsonValue | undefined,
  { limit, page, offset }: Pick<ListPlan, 'limit' | 'offset' | 'page'>,
  facts: PageFacts,
): (readonly [name: string, value: JsonValue])[] {
  if (!isJsonObject(object)) return [];
  const names = Object.keys(object);
  const hasTotal = names.some((name) => TOTALS.test(name) || PAGE_TOTALS.test(name));
  const find = <TValue>(table: Describe<TValue>, name: string) =>
    table.find(([pattern]) => pattern.test(name))?.[1](facts);
  const describeNumber = (name: string) => {
    if (hasTotal && name === limit?.name) return facts.limit;
    if (hasTotal && name === page?.name) return countPage(facts);
    if (hasTotal && name === offset?.name) return facts.start;
    return find(NUMBERS, name) ?? (hasTotal ? find(PAGE_NUMBERS, name) : undefined);
  };
  const describeFlag = (name: string) => find(FLAGS, name) ?? (hasTotal ? find(PAGE_FLAGS, name) : undefined);
  return names.flatMap((name) => {
    const type = typeof object[name];
    const value =
      type === 'number' ? describeNumber(name) : type === 'boolean' ? describeFlag(name) : undefined;
    return value === undefined || value === Number.POSITIVE_INFINITY ? [] : [[name, value] as const];
  });
}

function countPages({ total, limit }: PageFacts): number {
  return limit > 0 ? Math.ceil(total / Math.min(limit, Math.max(total, 1))) : 1;
}

function countPage({ start, limit, firstPage }: PageFacts): number {
  return limit > 0 ? firstPage + Math.floor(start / limit) : firstPage;
}
