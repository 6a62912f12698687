// Holds lists to the resources that were made: whole, without repetition, in pages and under filters.
import { isJsonObject, type JsonObject, type Operation } from '@keyframe/openapi-model';
import { shown } from '../checks/check.ts';
import {
  LIST_ITEM_DIFFERS,
  LIST_MISSES,
  LIST_REPEATS,
  LIST_UNSTABLE,
  PAGE_TOO_LONG,
  PAGE_TOO_SHORT,
  TOTAL_WRONG,
} from '../checks/state-checks.ts';
import { type Draft, parameterKey } from '../requests/draft.ts';
import type { Resource } from '../resources/resource-pool.ts';
import type { Exchange } from '../session.ts';
import { isSame } from './compare.ts';
import { type Ask, isWhole, type Page, type Paging, pagingOf, readPage, walkPages } from './pager.ts';
import type { Subject } from './subject.ts';

/** A list under test, with the resources that must be in it. */
export interface ListSubject {
  subject: Subject;
  list: Operation;
  /** Without any optional parameter. */
  draft: Draft;
  ask: Ask;
  paging: Paging;
  made: readonly Resource[];
}

/** Prepares the list of a collection; undefined where it has none. */
export function listSubject(subject: Subject, made: readonly Resource[]): ListSubject | undefined {
  const { list } = subject.collection;
  const template = list && subject.context.plans.best(list)[0];
  const parent = made[0];
  if (!list || !template || !parent) return undefined;
  const required = new Set(list.parameters.filter((one) => one.required).map(parameterKey));
  const parameters = new Map([...template.parameters].filter(([key]) => required.has(key)));
  const draft = { ...template, parameters };
  return {
    subject,
    list,
    draft,
    made,
    paging: pagingOf(list),
    ask: (one) => subject.ask(list, parent, { draft: one }),
  };
}

function idOf(subject: Subject, { segments }: Resource): string {
  return String(segments.get(subject.collection.itemPath.split('/').length - 1));
}

/** Walks the pages of a list in several sizes. */
export async function judgePages(given: ListSubject): Promise<void> {
  const { subject, ask, draft, paging } = given;
  const { collection } = subject;
  const sizes = paging.limit ? [2, 3, 1] : [undefined];
  const walks: Page[][] = [];
  for (const size of sizes) {
    const pages = await walkPages(ask, draft, { collection, paging, size });
    walks.push(pages);
    judgeWalk(given, pages, size);
  }
  const again = await walkPages(ask, draft, { collection, paging, size: sizes[0] });
  const [first = []] = walks;
  const order = (pages: readonly Page[]) => pages.flatMap(({ ids }) => ids).join(' ');
  const [shownBy] = again;
  if (shownBy && order(first) !== order(again)) {
    report(given, {
      check: LIST_UNSTABLE,
      message: 'The same list was returned in a different order.',
      expected: order(first),
      received: order(again),
      shownBy: shownBy.exchange,
    });
  }
  await judgeDefaultPage(given, first);
  await judgeItems(given, first);
}

type ListStatement = Omit<Parameters<Subject['report']>[0], 'operation'>;

/** Adds a finding about a list. */
export function report({ subject, list }: ListSubject, statement: ListStatement): void {
  subject.report({ ...statement, operation: list });
}

function judgeWalk(given: ListSubject, pages: readonly Page[], size: number | undefined): void {
  const { subject, made, paging } = given;
  const last = pages.at(-1);
  if (!last) return;
  const shownBy = last.exchange;
  const ids = pages.flatMap((page) => page.ids);
  const missing = made.map((resource) => idOf(subject, resource)).find((id) => !ids.includes(id));
  const isComplete = isWhole(pages, paging);
  if (missing !== undefined && isComplete) {
    report(given, {
      check: LIST_MISSES,
      message: 'An existing resource is missing from a list.',
      expected: missing,
      received: shown(ids),
      shownBy,
    });
  }
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) {
    const page = pages.find(({ ids: own }) => own.includes(repeated));
    report(given, {
      check: LIST_REPEATS,
      message: 'A list contains a resource twice.',
      expected: 'each resource once',
      received: repeated,
      shownBy: page?.exchange ?? shownBy,
    });
  }
  const long = size === undefined ? undefined : pages.find(({ items }) => items.length > size);
  if (long) {
    report(given, {
      check: PAGE_TOO_LONG,
      message: 'A page has too many items.',
      expected: `at most ${size} items`,
      received: `${long.items.length} items`,
      shownBy: long.exchange,
    });
  }
  if (isComplete && repeated === undefined && missing === undefined) judgeTotals(given, pages);
}

/** Holds the totals of all pages of a list to the number of its items. */
export function judgeTotals(given: ListSubject, pages: readonly Page[]): void {
  const count = pages.flatMap(({ ids }) => ids).length;
  const wrong = pages.find(({ totals }) => totals.some((total) => total !== count));
  if (!wrong) return;
  report(given, {
    check: TOTAL_WRONG,
    message: 'The total is not the number of items.',
    expected: `${count}`,
    received: wrong.totals.join(', '),
    shownBy: wrong.exchange,
  });
}

// Without a limit a page is as long as its default says.
async function judgeDefaultPage(given: ListSubject, walked: readonly Page[]): Promise<void> {
  const { ask, draft, subject, paging } = given;
  const page = await readPage(ask, draft, subject.collection);
  const schema = paging.limit?.schema?.schema;
  const standard = isJsonObject(schema) ? schema.default : undefined;
  if (!page || typeof standard !== 'number') return;
  const isExact = isWhole(walked, paging);
  // Of a list that cannot be walked to its end only those are known that were made here.
  const known = isExact ? walked.reduce((sum, { items }) => sum + items.length, 0) : given.made.length;
  const expected = Math.min(standard, known);
  const { length } = page.items;
  if (length === expected || (!isExact && length > expected && length <= standard)) return;
  const check = length > expected ? PAGE_TOO_LONG : PAGE_TOO_SHORT;
  report(given, {
    check,
    message: 'A page without a limit does not have the default number of items.',
    expected: `${expected} items`,
    received: `${length} items`,
    shownBy: page.exchange,
  });
}

function itemsById(
  pages: readonly Page[],
): Map<string, { item: JsonObject | undefined; exchange: Exchange }> {
  return new Map(
    pages.flatMap(({ ids, items, exchange }) =>
      ids.map((id, index) => [id, { item: items[index], exchange }]),
    ),
  );
}

function differingMember(item: JsonObject, seen: JsonObject): string | undefined {
  return Object.keys(item).find((name) => Object.hasOwn(seen, name) && !isSame(item[name], seen[name]));
}

async function judgeItems(given: ListSubject, pages: readonly Page[]): Promise<void> {
  const { subject, made, ask, draft, paging } = given;
  const { collection } = subject;
  const byId = itemsById(pages);
  for (const resource of made) {
    const id = idOf(subject, resource);
    const before = byId.get(id)?.item;
    const seen = before && (await subject.read(resource));
    if (!seen || differingMember(before, seen.value) === undefined) continue;
    // What goes on by itself, such as a state, may have changed between the list and the read.
    const listed = itemsById(await walkPages(ask, draft, { collection, paging, size: undefined })).get(id);
    const name = listed?.item && differingMember(listed.item, seen.value);
    const after = name !== undefined && (await subject.read(resource));
    if (!listed?.item || !after || !isSame(seen.value[name], after.value[name])) continue;
    subject.reportMember({
      check: LIST_ITEM_DIFFERS,
      operation: given.list,
      shownBy: listed.exchange,
      name,
      wanted: seen.value[name],
      got: listed.item[name],
      what: 'A list shows a different value of a property',
    });
  }
}
