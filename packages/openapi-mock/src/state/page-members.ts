// Members beside the items of a list that describe the page: totals, the numbers of pages and items, flags.
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { ConventionName, Conventions, ListPlan } from '@keyframe/openapi-resources';

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

/** A page, and whether another member has its total. */
type DescribedPage = PageFacts & { isCounted: boolean };

type Describe<TValue> = readonly (readonly [
  entry: ConventionName,
  value: (facts: DescribedPage) => TValue,
])[];

const NUMBERS: Describe<number> = [
  ['total', ({ total }) => total],
  ['pageCount', ({ count }) => count],
  ['count', ({ isCounted, count, total }) => (isCounted ? count : total)],
];
const FLAGS: Describe<boolean> = [['hasMore', ({ hasMore }) => hasMore]];

// Names that mean this only beside a total.
const PAGE_NUMBERS: Describe<number> = [
  ['totalPages', countPages],
  ['lastPage', (facts) => facts.firstPage + Math.max(countPages(facts), 1) - 1],
  ['page', countPage],
  ['currentPage', countPage],
  ['limit', ({ limit }) => limit],
  ['offset', ({ start }) => start],
];
const PAGE_FLAGS: Describe<boolean> = [
  ['hasPrevious', ({ start }) => start > 0],
  ['isFirst', ({ start }) => start === 0],
  ['isLast', ({ hasMore }) => !hasMore],
  ['isEmpty', ({ count }) => count === 0],
];

/** Lists the members of an object that describe a page, with their values; those with the name of a parameter have its value. */
export function listPageMembers(
  object: JsonValue | undefined,
  { limit, page, offset }: Pick<ListPlan, 'limit' | 'offset' | 'page'>,
  { conventions, ...facts }: PageFacts & { conventions: Conventions },
): (readonly [name: string, value: JsonValue])[] {
  if (!isJsonObject(object)) return [];
  const names = Object.keys(object);
  const has = (entry: ConventionName) => names.some((name) => conventions.matches(entry, name));
  const isCounted = has('total');
  const described = { ...facts, isCounted };
  const hasTotal = isCounted || has('count') || has('totalPages');
  const find = <TValue>(table: Describe<TValue>, name: string) =>
    table.find(([entry]) => conventions.matches(entry, name))?.[1](described);
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
