// Walks the pages of a list, by whichever of the usual parameters the operation documents.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Operation,
  type Parameter,
} from '@keyframe/openapi-model';
import { type Draft, parameterKey, withParameters } from '../requests/draft.ts';
import { type Collection, idIn } from '../resources/collections.ts';
import { itemsIn } from '../resources/resource-pool.ts';
import { bodyValue, type Exchange, isSuccess } from '../session.ts';
import { headerOf } from '../wire/wire.ts';

/** One page as it came. */
export interface Page {
  exchange: Exchange;
  items: JsonObject[];
  ids: string[];
  /** What the body and the header say, where they do. */
  totals: number[];
}

/** How pages are asked for. */
export interface Paging {
  limit: Parameter | undefined;
  offset: Parameter | undefined;
  page: Parameter | undefined;
  cursor: Parameter | undefined;
}

/** The names of parameters that hold what the server gave out with the page before. */
export const CURSOR =
  /^(?:cursor|after|page_?token|starting_?after|continuation(?:_?token)?|next(?:_?token)?|marker|page\[(?:cursor|after)\])$/i;
const NAMES = {
  limit: /^[$_]?(?:limit|page_?size|per_?page|size|max_?results|page\[(?:size|limit)\]|first|top)$/i,
  offset: /^[$_]?(?:offset|skip|start|from|start_?index|page\[offset\])$/i,
  page: /^[$_]?(?:page|page_?(?:number|index|no)|page\[number\])$/i,
  cursor: CURSOR,
};
const NEXT =
  /^(?:next|next_?cursor|next_?page_?token|next_?token|cursor|continuation(?:_?token)?|end_?cursor|next_?page)$/i;
const TOTAL = /^(?:total|total_?count|total_?items|total_?results|total_?elements)$/i;
const MOST_PAGES = 80;

/** Finds the parameters that page a list. */
export function pagingOf({ parameters }: Operation): Paging {
  const of = (pattern: RegExp) =>
    parameters.find(({ location, name }) => location === 'query' && pattern.test(name));
  return { limit: of(NAMES.limit), offset: of(NAMES.offset), page: of(NAMES.page), cursor: of(NAMES.cursor) };
}

/** Tells whether a walk came to the end of a list: one that is too long for that says nothing of what it misses. */
export function isWhole(pages: readonly Page[], { cursor, offset, page, limit }: Paging): boolean {
  return pages.length < MOST_PAGES && (limit === undefined || (cursor ?? offset ?? page) !== undefined);
}

/** Sends the request of a page. */
export type Ask = (draft: Draft) => Promise<Exchange | undefined>;

/** Reads one page; undefined where it was refused, is no list, or one whose items have no id. */
export async function readPage(ask: Ask, draft: Draft, collection: Collection): Promise<Page | undefined> {
  const exchange = await ask(draft);
  if (!exchange || !isSuccess(exchange)) return undefined;
  const body = bodyValue(exchange);
  const items = itemsIn(body)?.filter((item) => isJsonObject(item));
  const ids = items?.map((item) => idIn(item, collection));
  if (!items || !ids || ids.includes(undefined)) return undefined;
  return {
    exchange,
    items,
    ids: ids.map(String),
    totals: totalsIn(exchange, body),
  };
}

/** Walks all pages, of so many items each where the list can be told how many. */
export async function walkPages(
  ask: Ask,
  draft: Draft,
  { collection, paging, size }: { collection: Collection; paging: Paging; size: number | undefined },
): Promise<Page[]> {
  const pages: Page[] = [];
  let next: Draft | undefined =
    size === undefined || !paging.limit ? draft : withParameters(draft, [[parameterKey(paging.limit), size]]);
  while (next && pages.length < MOST_PAGES) {
    const page: Page | undefined = await readPage(ask, next, collection);
    if (!page) break;
    pages.push(page);
    next = nextDraft(next, page, { paging, seen: pages.reduce((sum, { items }) => sum + items.length, 0) });
  }
  return pages;
}

function nextDraft(
  draft: Draft,
  { exchange, items, ids }: Page,
  { paging, seen }: { paging: Paging; seen: number },
): Draft | undefined {
  const { offset, page, cursor } = paging;
  const isEmpty = items.length === 0;
  if (cursor) {
    const value =
      nextCursor(exchange) ??
      (/starting_?after/i.test(cursor.name) && hasMore(exchange) ? ids.at(-1) : undefined);
    return value === undefined ? undefined : withParameters(draft, [[parameterKey(cursor), value]]);
  }
  if (isEmpty) return undefined;
  if (offset) return withParameters(draft, [[parameterKey(offset), seen]]);
  if (!page) return undefined;
  const key = parameterKey(page);
  return withParameters(draft, [[key, Number(draft.parameters.get(key) ?? firstPage(page)) + 1]]);
}

function firstPage({ schema }: Parameter): number {
  const { minimum, default: standard } = isJsonObject(schema?.schema) ? schema.schema : {};
  return Number(standard ?? minimum ?? 1);
}

function nextCursor({ response, body }: Exchange): JsonValue | undefined {
  const link = /<([^>]*)>\s*;[^,]*rel="?next"?/i.exec(headerOf(response, 'link') ?? '')?.[1];
  const value = link ?? (body.kind === 'json' ? memberNamed(body.value as JsonValue, NEXT) : undefined);
  if (
    value === undefined ||
    value === null ||
    value === '' ||
    typeof value === 'object' ||
    typeof value === 'boolean'
  )
    return undefined;
  const text = String(value);
  if (!/[?&=]/.test(text)) return value;
  const query = new URLSearchParams(text.slice(text.indexOf('?') + 1));
  return [...query].find(([name]) => NAMES.cursor.test(name))?.[1] ?? value;
}

function hasMore({ body }: Exchange): boolean {
  return body.kind === 'json' && memberNamed(body.value as JsonValue, /^has_?more$/i) === true;
}

function totalsIn({ response }: Exchange, body: JsonValue | undefined): number[] {
  const own = memberNamed(body, TOTAL);
  const text = headerOf(response, 'x-total-count');
  return [...(typeof own === 'number' ? [own] : []), ...(text === undefined ? [] : [Number(text)])];
}

function memberNamed(body: JsonValue | undefined, name: RegExp): JsonValue | undefined {
  if (!isJsonObject(body)) return undefined;
  const own = Object.entries(body).find(([key]) => name.test(key));
  if (own) return own[1];
  return Object.values(body)
    .filter((member) => isJsonObject(member))
    .flatMap((member) => Object.entries(member).find(([key]) => name.test(key))?.[1] ?? [])[0];
}
