// Filters of a list of tasks, kept in the address so that it can be shared.
import type { operations } from '@keyframe/console-contract/client';
import { useSearchParams } from 'wouter';

type Query = NonNullable<operations['listTasks']['parameters']['query']>;

const NAMES = [
  'status',
  'billing_status',
  'mode',
  'model',
  'id',
  'prompt',
  'key_id',
  'created_from',
  'created_before',
] as const satisfies readonly (keyof Query)[];

/** The filters of the contract that the list offers. */
export type TaskFilters = Pick<Query, (typeof NAMES)[number]>;

/** New values of filters; an empty text removes a filter. */
export type FilterChange = Partial<Record<keyof TaskFilters, string>>;

/** Reads the filters of an address. The service rejects values that it does not know. */
export function readFilters(search: URLSearchParams): TaskFilters {
  const filled = NAMES.flatMap((name) => {
    const value = search.get(name);
    return value === null || value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(filled) as TaskFilters;
}

/** Returns the address with other filters; its other parameters stay. */
export function writeFilters(search: URLSearchParams, changes: FilterChange): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** Returns the filters of the address, and a function that changes them there. */
export function useTaskFilters(): readonly [TaskFilters, (change: FilterChange) => void] {
  const [search, setSearch] = useSearchParams();
  const change = (changes: FilterChange) =>
    setSearch((current) => writeFilters(current, changes), { replace: true });
  return [readFilters(search), change];
}
