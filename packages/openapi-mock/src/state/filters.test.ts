import type { JsonObject, JsonValue, Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { matchesFilters } from './filters.ts';

const VALUE = {
  status: 'done',
  tags: ['a', 'b'],
  created_at: 100,
  updatedAt: '2026-02-01T00:00:00Z',
  size: 3,
};

function matches(name: string, wanted: JsonValue, value: JsonObject = VALUE): boolean {
  const operation = { parameters: [{ location: 'query', name }] } as unknown as Operation;
  const parameters = new Map([[`query:${name}`, wanted]]);
  return matchesFilters(value, { operation, parameters }, new Set(['owner']));
}

test.each([
  ['status', 'done'],
  ['status', ['failed', 'done']],
  ['tags', 'b'],
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
