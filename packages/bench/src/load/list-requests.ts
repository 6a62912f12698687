import type { LoadRequest } from './load.ts';

/** Least number of tasks of an owner, so that all pages are of one size. */
export const PAGE_SIZE = 10;

/** Lets each key list the latest tasks of its owner. */
export function listRequests(keys: readonly string[]): LoadRequest[] {
  return keys.map((key) => ({
    method: 'GET',
    path: `/v1/tasks?limit=${PAGE_SIZE}`,
    headers: { authorization: `Bearer ${key}` },
  }));
}
