import { expect, test } from 'vitest';
import { readFilters, writeFilters } from './filters.ts';

test.each([
  ['', {}],
  ['status=failed&mode=live', { status: 'failed', mode: 'live' }],
  ['status=&prompt=paper+boat', { prompt: 'paper boat' }],
  ['owner_id=own_1&cursor=x&id=task_0', { id: 'task_0' }],
  ['status=failed&status=queued', { status: 'failed' }],
  ['created_from=2026-11-20T00%3A00%3A00Z', { created_from: '2026-11-20T00:00:00Z' }],
])('the address ?%s has the filters %j', (search, filters) => {
  expect(readFilters(new URLSearchParams(search))).toEqual(filters);
});

test.each([
  ['', { status: 'failed' }, 'status=failed'],
  ['status=failed', { status: 'queued' }, 'status=queued'],
  ['status=failed&mode=live', { status: '' }, 'mode=live'],
  ['owner_id=own_1&status=failed', { status: '', id: 'task_1' }, 'owner_id=own_1&id=task_1'],
  ['mode=live', {}, 'mode=live'],
])('the address ?%s changed by %j is ?%s', (search, change, changed) => {
  expect(writeFilters(new URLSearchParams(search), change).toString()).toBe(changed);
});
