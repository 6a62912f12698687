// Reads all pages of a list with the paging parameters that the operation documents.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OpenApiModel,
  type Operation,
  type Parameter,
  readFirstPage,
} from '@keyframe/openapi-model';
import type { ConventionName, Conventions } from '@keyframe/openapi-resources';
import type { SchemaSpace } from '@keyframe/openapi-values';
import { type Draft, parameterKey, withParameters } from '../requests/draft.ts';
import { hasQueryMeaning, type RequestContext } from '../requests/query-meaning.ts';
import type { Collection } from '../resources/collections.ts';
import { findItems } from '../resources/find-items.ts';
import { findId } from '../resources/resource-ids.ts';
import { bodyValue, type Exchange, isSuccess } from '../session/session.ts';
import { findHeader } from '../wire/wire.ts';

/** One page of a list. */
export interface Page {
  exchange: Exchange;
  items: JsonObject[];
  ids: string[];
  /** The totals in body and header. */
  totals: number[];
  /** Whether the next page could not be read, although the total counts more items. */
  isCutOff?: boolean;
}

/** The paging parameters of an operation. */
export interface Paging {
  limit: Parameter | undefined;
  offset: Parameter | undefined;
  page: Parameter | undefined;
  cursor: Parameter | undefined;
}

const MOST_PAGES = 80;

/** Finds the paging parameters of a list. */
export function findPaging({ parameters }: Pick<Operation, 'parameters'>, context: RequestContext): Paging {
  const find = (entry: ConventionName) => parameters.find((one) => hasQueryMeaning(one, entry, context));
  return { limit: find('limit'), offset: find('offset'), page: find('page'), cursor: find('cursor') };
}

/** Whether the pages contain the whole list. */
export function isCompleteList(pages: readonly Page[], { cursor, offset, page, limit }: Paging): boolean {
  if (pages.at(-1)?.isCutOff) return false;
  return pages.length < MOST_PAGES && (limit === undefined || (cursor ?? offset ?? page) !== undefined);
}

/** Sends the request of a page. */
export type SendPage = (draft: Draft) => Promise<Exchange | undefined>;

/** Reads one page; undefined if the request fails or the items have no id. */
export async function readPage(
  send: SendPage,
  draft: Draft,
  { collection, responses }: { collection: Collection; responses: SchemaSpace },
): Promise<Page | undefined> {
  const exchange = await send(draft);
  if (!exchange || !isSuccess(exchange)) return undefined;
  const all = findItems(exchange, responses);
  const items = (all ?? []).flatMap(({ value }) => (isJsonObject(value) ? [value] : []));
  const ids = (all ?? []).map(({ key, value }) => key ?? findId(value, collection));
  if (!all || items.length < all.length || ids.includes(undefined)) return undefined;
  return { exchange, items, ids: ids.map(String), totals: findTotals(exchange, collection.conventions) };
}

/** Reads all pages; with `size` items each if the list has a limit parameter. */
export async function readPages(
  send: SendPage,
  draft: Draft,
  {
    collection,
    responses,
    size,
    ...paged
  }: {
    collection: Collection;
    model: OpenApiModel;
    paging: Paging;
    responses: SchemaSpace;
    size: number | undefined;
  },
): Promise<Page[]> {
  const { conventions } = collection;
  const { limit } = paged.paging;
  const pages: Page[] = [];
  let next: Draft | undefined =
    size === undefined || !limit ? draft : withParameters(draft, [[parameterKey(limit), size]]);
  while (next && pages.length < MOST_PAGES) {
    const page: Page | undefined = await readPage(send, next, { collection, responses });
    if (!page) {
      const last = pages.at(-1);
      const count = countItems(pages);
      // Some servers reject the page after the last one.
      if (last) last.isCutOff = last.totals.some((total) => total > count);
      break;
    }
    pages.push(page);
    const itemsRead = countItems(pages);
    next = nextPageDraft(next, page, { ...paged, itemsRead, conventions });
  }
  return pages;
}

function countItems(pages: readonly Page[]): number {
  return pages.reduce((sum, { items }) => sum + items.length, 0);
}

/** Creates the draft of the page that follows; undefined after the last page. */
export function nextPageDraft(
  draft: Draft,
  { exchange, items, ids }: Pick<Page, 'exchange' | 'ids' | 'items'>,
  {
    model,
    paging,
    itemsRead,
    conventions,
  }: { model: Pick<OpenApiModel, 'resolver'>; paging: Paging; itemsRead: number; conventions: Conventions },
): Draft | undefined {
  const { offset, page, cursor } = paging;
  if (cursor) {
    const isLastId = conventions.matches('lastIdCursor', cursor.name);
    const value =
      findNextCursor(exchange, conventions) ??
      (isLastId && hasMore(exchange, conventions) ? ids.at(-1) : undefined);
    if (value !== undefined) return withParameters(draft, [[parameterKey(cursor), value]]);
    // A list may have two kinds of pages.
    if (draft.parameters.has(parameterKey(cursor))) return undefined;
  }
  if (items.length === 0) return undefined;
  if (offset) return withParameters(draft, [[parameterKey(offset), itemsRead]]);
  if (!page) return undefined;
  const key = parameterKey(page);
  return withParameters(draft, [[key, Number(draft.parameters.get(key) ?? readFirstPage(model, page)) + 1]]);
}

/** Finds the URL of the next page in a Link header (RFC 8288). */
export function findNextLink({ response }: Pick<Exchange, 'response'>): string | undefined {
  return /<([^>]*)>\s*;[^,]*rel="?next"?/i.exec(findHeader(response, 'link') ?? '')?.[1];
}

function findNextCursor(exchange: Exchange, conventions: Conventions): JsonValue | undefined {
  const value =
    findNextLink(exchange) ??
    findProperty(bodyValue(exchange), 'nextCursor', conventions) ??
    findNextHeader(exchange, conventions);
  if (value === '' || (typeof value !== 'string' && typeof value !== 'number')) return undefined;
  const text = String(value);
  if (!/[?&=]/.test(text)) return value;
  const query = new URLSearchParams(text.slice(text.indexOf('?') + 1));
  return [...query].find(([name]) => conventions.matches('cursor', name))?.[1] ?? value;
}

// `Next-Page` and `X-Next-Cursor`.
function findNextHeader({ response }: Exchange, conventions: Conventions): string | undefined {
  const toProperty = (name: string) => name.replace(/^x-/i, '').replaceAll('-', '_');
  return response.headers.find(([name]) => conventions.matches('nextCursor', toProperty(name)))?.[1];
}

function hasMore(exchange: Exchange, conventions: Conventions): boolean {
  return findProperty(bodyValue(exchange), 'hasMore', conventions) === true;
}

function findTotals(exchange: Exchange, conventions: Conventions): number[] {
  const own = findProperty(bodyValue(exchange), 'total', conventions);
  const text = findHeader(exchange.response, 'x-total-count');
  return [...(typeof own === 'number' ? [own] : []), ...(text === undefined ? [] : [Number(text)])];
}

function findProperty(
  body: JsonValue | undefined,
  entry: ConventionName,
  conventions: Conventions,
): JsonValue | undefined {
  if (!isJsonObject(body)) return undefined;
  const find = (object: JsonObject) =>
    Object.entries(object).find(([name]) => conventions.matches(entry, name));
  const own = find(body);
  if (own) return own[1];
  return Object.values(body)
    .filter((value) => isJsonObject(value))
    .flatMap((value) => find(value)?.[1] ?? [])[0];
}
