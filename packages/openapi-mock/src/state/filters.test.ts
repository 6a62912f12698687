import type { JsonObject, JsonValue, Operation } from '@keyframe/openapi-model';
import { Conventions } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import { listFilters, matchesFilters } from './filters.ts';

const VALUE = {
  status: 'done',
  tags: ['a', 'b'],
  created_at: 100,
  updatedAt: '2026-02-01T00:00:00Z',
  size: 3,
};

function matches(name: string, wanted: JsonValue, value: JsonObject = VALUE): boolean {
  return matchesFilters(value, [[name, wanted]], {
    members: new Set(['owner']),
    conventions: new Conventions(),
  });
}

test('the filters of a call are its query parameters, except those that select a page', () => {
  const parameters = [
    { location: 'query', name: 'limit' },
    { location: 'query', name: 'status' },
    { location: 'query', name: 'owner' },
    { location: 'header', name: 'size' },
  ];
  const values = new Map<string, JsonValue>([
    ['query:limit', 10],
    ['query:status', 'done'],
    ['header:size', 3],
  ]);
  const operation = { parameters } as unknown as Operation;
  expect(listFilters(operation, values, new Set(['limit']))).toEqual([['status', 'done']]);
});

test.each([
  ['status', 'done'],
  ['status', ['failed', 'done']],
  ['tags', 'b'],
  ['tag', 'b'],
  ['updated_at', '2026-02-01T00:00:00Z'],
  ['size', 3],
  ['created_from', 100],
  ['created_before', 101],
  ['created_after', 99],
  ['updated_since', '2026-01-31T00:00:00Z'],
  ['size_max', 3],
  ['limit', 1],
  ['after', 'task_1'],
  ['search', 'DON'],
  ['q', 'b'],
])('%s=%j selects the resource', (name, wanted) => {
  expect(matches(name, wanted)).toBe(true);
});

test.each([
  ['status', 'failed'],
  ['tags', 'c'],
  ['tag', 'c'],
  ['created_from', 101],
  ['created_before', 100],
  ['created_after', 100],
  ['updated_since', '2026-02-02T00:00:00Z'],
  ['size_max', 2],
  ['owner', 'me'],
  ['search', 'failed'],
])('%s=%j does not select the resource', (name, wanted) => {
  expect(matches(name, wanted)).toBe(false);
});
