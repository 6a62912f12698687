// Members beside the items of a list that describe the page: totals, the numbers of pages and items, flags.
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import { type ConventionName, type Conventions, getMember, type ListPlan } from '@keyframe/openapi-resources';
import { withMember } from '../json.ts';

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

const PAGE_LINKS = ['nextCursor', 'nextUrl', 'otherPage'] as const;

/** The plan and the facts of a page. */
interface PageMembers {
  plan: ListPlan;
  facts: PageFacts;
  next: number | string | undefined;
  accepts: (value: JsonValue) => boolean;
  conventions: Conventions;
}

/** Fills the members of a page into the body of a list. */
export function fillPageMembers(body: JsonValue, members: PageMembers): JsonValue {
  const { plan, facts, accepts, conventions } = members;
  const path = plan.next && plan.next.kind !== 'header' ? plan.next.path : undefined;
  let filled = path ? fillNext(body, path, members) : removeUnknownPages(body, members);
  if (plan.more) filled = withMember(filled, plan.more, facts.hasMore);
  for (const parent of listObjectPaths(filled)) {
    for (const [name, value] of listPageMembers(getMember(filled, parent), plan, { ...facts, conventions })) {
      const changed = withMember(filled, [...parent, name], value);
      if (accepts(changed)) filled = changed;
    }
  }
  return filled;
}

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
  const members: [string, boolean | number][] = [];
  for (const name of names) {
    let value: boolean | number | undefined;
    if (typeof object[name] === 'number') value = describeNumber(name);
    if (typeof object[name] === 'boolean') value = describeFlag(name);
    if (value !== undefined && value !== Number.POSITIVE_INFINITY) members.push([name, value]);
  }
  return members;
}

function countPages({ total, limit }: PageFacts): number {
  return limit > 0 ? Math.ceil(total / Math.min(limit, Math.max(total, 1))) : 1;
}

function countPage({ start, limit, firstPage }: PageFacts): number {
  return limit > 0 ? firstPage + Math.floor(start / limit) : firstPage;
}

// Links and cursors of an example lead nowhere.
function removeUnknownPages(body: JsonValue, { accepts, conventions }: PageMembers): JsonValue {
  let changed = body;
  for (const parent of listObjectPaths(body)) {
    for (const [name, member] of Object.entries(getMember(body, parent) ?? {})) {
      if (typeof member !== 'string' || !PAGE_LINKS.some((entry) => conventions.matches(entry, name)))
        continue;
      const without = fillNext(changed, [...parent, name], { next: undefined, accepts });
      if (accepts(without)) changed = without;
    }
  }
  return changed;
}

// Totals are in the body itself or one or two objects deeper: `{ "meta": { "pagination": { "total": 7 } } }`.
function listObjectPaths(value: JsonValue | undefined, depth = 0): string[][] {
  if (!isJsonObject(value)) return [];
  const descendants =
    depth === 2
      ? []
      : Object.entries(value).flatMap(([name, member]) =>
          listObjectPaths(member, depth + 1).map((path) => [name, ...path]),
        );
  return [[], ...descendants];
}

function fillNext(
  body: JsonValue,
  path: readonly string[],
  { next, accepts }: Pick<PageMembers, 'accepts' | 'next'>,
): JsonValue {
  if (next !== undefined) return withMember(body, path, next);
  const ended = withMember(body, path, null);
  return accepts(ended) ? ended : withoutMember(body, path);
}

function withoutMember(body: JsonValue, path: readonly string[]): JsonValue {
  const [token, ...rest] = path;
  if (token === undefined || !isJsonObject(body)) return body;
  const { [token]: member, ...siblings } = body;
  return rest.length === 0 || member === undefined
    ? siblings
    : { ...siblings, [token]: withoutMember(member, rest) };
}
