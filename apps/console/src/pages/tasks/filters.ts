// What a list of tasks is narrowed to, kept in the address so that it can be shared.

import type { operations } from '@keyframe/console-contract/client';
import { useSearchParams } from 'wouter';

type Query = NonNullable<operations['listTasks']['parameters']['query']>;

/** The filters of the contract that the list offers. */
export type TaskFilters = Pick<
  Query,
  'status' | 'billing_status' | 'mode' | 'model' | 'id' | 'key_id' | 'created_from' | 'created_before'
>;

const NAMES = [
  'status',
  'billing_status',
  'mode',
  'model',
  'id',
  'key_id',
  'created_from',
  'created_before',
] as const satisfies readonly (keyof TaskFilters)[];

/** Reads the filters of the address, and changes them there. */
export function useTaskFilters(): readonly [
  TaskFilters,
  (change: Partial<Record<keyof TaskFilters, string>>) => void,
] {
  const [search, setSearch] = useSearchParams();
  const given = NAMES.flatMap((name) => {
    const value = search.get(name);
    return value === null || value === '' ? [] : [[name, value] as const];
  });
  const change = (changes: Partial<Record<keyof TaskFilters, string>>) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  // The service refuses values that it does not know.
  return [Object.fromEntries(given) as TaskFilters, change];
}
