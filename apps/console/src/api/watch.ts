// Intervals at which queries are repeated.
import { isMissing } from './describe-error.ts';

/** Data of a query of pages. */
interface Loaded {
  readonly pages: readonly unknown[];
}

/** Pages that a list may have loaded before it stops being refreshed, since each refresh reads all of them. */
const MOST_PAGES = 3;

/** The part of a query that decides whether it is repeated. */
interface WatchedQuery<TData> {
  readonly state: { readonly data: TData | undefined; readonly error: Error | null };
}

/** Repeats a query until its data is final, or the thing that it reads does not exist. */
export function watchUntil<TData>(isFinal: (data: TData) => boolean, ms: number) {
  return ({ state: { data, error } }: WatchedQuery<TData>): number | false =>
    isMissing(error) || (data !== undefined && isFinal(data)) ? false : ms;
}

/** Repeats a query of pages while few of them are loaded. */
export function watchPages(ms: number) {
  return ({ state: { data, error } }: WatchedQuery<Loaded>): number | false =>
    isMissing(error) || (data !== undefined && data.pages.length > MOST_PAGES) ? false : ms;
}
