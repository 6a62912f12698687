// The items, totals and the next page of a response, as its list is planned or, in a response that the document does not
// describe, as its names have it.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { ConventionName, Conventions } from '../conventions/conventions.ts';
import { getMember } from '../kinds/envelope.ts';
import { chooseList } from './find-list-path.ts';
import type { ListPlan, Paging } from './list-plan.ts';

/** An item of a list. */
export interface ListItem {
  /** The key of the item in a map; undefined in an array. */
  key: string | undefined;
  value: JsonValue;
}

/** A response. */
export interface PageValues {
  body: JsonValue | undefined;
  headers: readonly (readonly [name: string, value: string])[];
}

/** The path of a list operation, and the meaning of names. */
export interface ListNames {
  path: string;
  conventions: Conventions;
}

/** Reads the items of a list: those of its plan, otherwise the body itself or the array in it that is named so; undefined without a list. */
export function readItems(
  body: JsonValue | undefined,
  plan: Pick<ListPlan, 'isMap' | 'items'> | undefined,
  names: ListNames,
): ListItem[] | undefined {
  const planned = plan && getMember(body, plan.items);
  if (plan?.isMap && isJsonObject(planned))
    return Object.entries(planned).map(([key, value]) => ({ key, value: value ?? null }));
  const items = Array.isArray(planned) ? planned : findArray(body, names);
  return items?.map((value) => ({ key: undefined, value }));
}

function findArray(body: JsonValue | undefined, names: ListNames): JsonValue[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isJsonObject(body)) return undefined;
  for (const object of [body, ...Object.values(body).filter(isJsonObject)]) {
    const items = selectArray(object, names);
    if (items) return items;
  }
  return undefined;
}

// A response may have lists beside its items, such as warnings.
function selectArray(object: JsonObject, { path, conventions }: ListNames): JsonValue[] | undefined {
  const arrays = Object.keys(object).filter((name) => Array.isArray(object[name]));
  const name = chooseList(arrays, path, { conventions }) ?? arrays.find((key) => holdsObjects(object[key]));
  const items = object[name ?? arrays[0] ?? ''];
  return Array.isArray(items) ? items : undefined;
}

function holdsObjects(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.some(isJsonObject);
}

/** Reads the totals in the body and in the header `X-Total-Count`. */
export function readTotals({ body, headers }: PageValues, conventions: Conventions): number[] {
  const member = findMember(body, 'total', conventions);
  const text = headers.find(([name]) => name.toLowerCase() === 'x-total-count')?.[1];
  return [...(typeof member === 'number' ? [member] : []), ...(text === undefined ? [] : [Number(text)])];
}

/** Reads the cursor of the next page; `lastId` is the id of the last item. */
export function readCursor(
  page: PageValues,
  { next, cursor }: Pick<Paging, 'cursor' | 'next'>,
  { conventions, lastId }: { conventions: Conventions; lastId: string | undefined },
): JsonValue | undefined {
  const path = next && next.kind !== 'header' ? next.path : undefined;
  const planned = path && getMember(page.body, path);
  const value = planned ?? findCursor(page, conventions);
  if (value !== '' && (typeof value === 'string' || typeof value === 'number'))
    return parseCursor(value, conventions);
  const isLastId =
    (next?.kind === 'parameter' && next.isId) ||
    (cursor !== undefined && conventions.matches('lastIdCursor', cursor.name));
  return isLastId && hasMore(page, conventions) ? lastId : undefined;
}

/** Reports whether a page announces another one. */
export function hasMore({ body }: Pick<PageValues, 'body'>, conventions: Conventions): boolean {
  return findMember(body, 'hasMore', conventions) === true;
}

/** Finds the URL of the next page in a Link header (RFC 8288). */
export function findNextLink(headers: PageValues['headers']): string | undefined {
  const link = headers.find(([name]) => name.toLowerCase() === 'link')?.[1] ?? '';
  return /<([^>]*)>\s*;[^,]*rel="?next"?/i.exec(link)?.[1];
}

function findCursor({ body, headers }: PageValues, conventions: Conventions): JsonValue | undefined {
  // `Next-Page` and `X-Next-Cursor`.
  const toMember = (name: string) => name.replace(/^x-/i, '').replaceAll('-', '_');
  return (
    findNextLink(headers) ??
    findMember(body, 'nextCursor', conventions) ??
    findMember(body, 'nextUrl', conventions) ??
    headers.find(([name]) => conventions.matches('nextCursor', toMember(name)))?.[1]
  );
}

// A URL contains the cursor in its query.
function parseCursor(value: number | string, conventions: Conventions): number | string {
  const text = String(value);
  if (!/[?&=]/.test(text)) return value;
  const query = new URLSearchParams(text.slice(text.indexOf('?') + 1));
  return [...query].find(([name]) => conventions.matches('cursor', name))?.[1] ?? value;
}

// A member of the body, or of an object in it.
function findMember(
  body: JsonValue | undefined,
  entry: ConventionName,
  conventions: Conventions,
): JsonValue | undefined {
  if (!isJsonObject(body)) return undefined;
  for (const object of [body, ...Object.values(body).filter(isJsonObject)]) {
    const name = Object.keys(object).find((key) => conventions.matches(entry, key));
    if (name !== undefined) return object[name];
  }
  return undefined;
}
