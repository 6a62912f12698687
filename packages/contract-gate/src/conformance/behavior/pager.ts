// Reads all pages of a list with the paging parameters that the operation documents.
import { isJsonObject, type JsonObject, type Parameter } from '@keyframe/openapi-model';
import {
  type Conventions,
  type DocumentReader,
  findId,
  hasMore,
  type Paging,
  readCursor,
  readTotals,
} from '@keyframe/openapi-resources';
import { type Draft, parameterKey, withParameters } from '../requests/draft.ts';
import type { Collection } from '../resources/collections.ts';
import { findItems } from '../resources/find-items.ts';
import { bodyValue, type Exchange, isSuccess } from '../session/session.ts';

/** One page of a list. */
export interface Page {
  exchange: Exchange;
  items: JsonObject[];
  ids: string[];
  /** The totals in body and header. */
  totals: number[];
  /** Whether the next page got no response, or could not be read, although a total or flag of the page announces more items. */
  isCutOff?: boolean;
}

const MOST_PAGES = 80;

/** Whether the pages contain the whole list. */
export function isCompleteList(pages: readonly Page[], { cursor, offset, page, limit }: Paging): boolean {
  if (isCutOff(pages)) return false;
  return pages.length < MOST_PAGES && (limit === undefined || (cursor ?? offset ?? page) !== undefined);
}

/** Whether pages end early: without a page, with a last one that announces another, or with a next one without response. */
export function isCutOff(pages: readonly Page[]): boolean {
  return pages.length === 0 || pages.at(-1)?.isCutOff === true;
}

/** Sends the request of a page. */
export type SendPage = (draft: Draft) => Promise<Exchange | undefined>;

/** The collection of a list, and the document. */
export interface PageReading {
  collection: Collection;
  reader: DocumentReader;
}

/** Reads a page from a response; undefined if the request failed or the items have no id. */
export function readPage(
  exchange: Exchange | undefined,
  { collection, reader }: PageReading,
): Page | undefined {
  if (!exchange || !isSuccess(exchange)) return undefined;
  const all = findItems(exchange, reader);
  const items = (all ?? []).map(({ value }) => value).filter(isJsonObject);
  const ids = (all ?? []).map(({ key, value }) => key ?? findId(value, collection));
  if (!all || items.length < all.length || ids.includes(undefined)) return undefined;
  const totals = readTotals(toValues(exchange), collection.conventions);
  return { exchange, items, ids: ids.map(String), totals };
}

/** Reads all pages; with `size` items each if the list has a limit parameter. */
export async function readPages(
  send: SendPage,
  draft: Draft,
  { collection, paging, reader, size }: PageReading & { paging: Paging; size: number | undefined },
): Promise<Page[]> {
  const { conventions } = collection;
  const pages: Page[] = [];
  let next: Draft | undefined = firstPageDraft(draft, paging, size);
  while (next && pages.length < MOST_PAGES) {
    const exchange = await send(next);
    const page = readPage(exchange, { collection, reader });
    if (!page) {
      const last = pages.at(-1);
      const count = countItems(pages);
      // Some servers reject the page after the last one.
      if (last) last.isCutOff = !exchange || last.totals.some((total) => total > count);
      break;
    }
    pages.push(page);
    next = nextPageDraft(next, page, { paging, itemsRead: countItems(pages), conventions });
    page.isCutOff = next === undefined && hasMore(toValues(page.exchange), conventions);
  }
  return pages;
}

/** Creates the draft of the first page: a start that the list requires is that of the whole list. */
export function firstPageDraft(
  draft: Draft,
  { offset, page, limit, firstPage }: Paging,
  size: number | undefined,
): Draft {
  const starts = listSettings([
    [offset, 0],
    [page, firstPage],
  ]).filter(([key]) => draft.parameters.has(key));
  const sizes = size === undefined ? [] : listSettings([[limit, size]]);
  return withParameters(draft, [...starts, ...sizes]);
}

function listSettings(pairs: readonly (readonly [Parameter | undefined, number])[]): [string, number][] {
  const settings: [string, number][] = [];
  for (const [parameter, value] of pairs) if (parameter) settings.push([parameterKey(parameter), value]);
  return settings;
}

function countItems(pages: readonly Page[]): number {
  return pages.reduce((sum, { items }) => sum + items.length, 0);
}

/** Creates the draft of the page that follows; undefined after the last page. */
export function nextPageDraft(
  draft: Draft,
  { exchange, items, ids }: Pick<Page, 'exchange' | 'ids' | 'items'>,
  { paging, itemsRead, conventions }: { paging: Paging; itemsRead: number; conventions: Conventions },
): Draft | undefined {
  const { offset, page, cursor, firstPage } = paging;
  if (cursor) {
    const value = readCursor(toValues(exchange), paging, { conventions, lastId: ids.at(-1) });
    if (value !== undefined) return withParameters(draft, [[parameterKey(cursor), value]]);
    // A list may have two kinds of pages.
    if (draft.parameters.has(parameterKey(cursor))) return undefined;
  }
  if (items.length === 0) return undefined;
  if (offset) return withParameters(draft, [[parameterKey(offset), itemsRead]]);
  if (!page) return undefined;
  const key = parameterKey(page);
  return withParameters(draft, [[key, Number(draft.parameters.get(key) ?? firstPage) + 1]]);
}

function toValues({ response: { headers }, ...exchange }: Exchange) {
  return { body: bodyValue(exchange), headers };
}
