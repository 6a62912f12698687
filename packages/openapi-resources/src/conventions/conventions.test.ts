import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ConventionName, Conventions, listConventions } from './conventions.ts';

const NAMES: readonly (readonly [ConventionName, matching: readonly string[], other: readonly string[]])[] = [
  [
    'id',
    ['id', '_id', 'uuid', 'taskId', 'task_id', 'taskID', 'lago_uid'],
    ['paid', 'valid', 'grid', 'ids', 'idea'],
  ],
  ['traceId', ['requestId', 'trace_id'], ['id', 'taskId']],
  ['envelope', ['data', 'result', 'item'], ['items', 'database']],
  ['steady', ['id', 'created', 'createdAt', 'created_at', 'creationDate', 'owner'], ['updatedAt', 'status']],
  ['volatile', ['status', 'jobState', 'progress', 'results'], ['name', 'created']],
  ['limit', ['limit', 'page_size', 'pageSize', 'per_page', '$top', 'page[size]'], ['unlimited', 'resize']],
  ['offset', ['offset', 'firstResult', '$skip', 'startIndex', 'page[offset]'], ['started', 'page']],
  ['page', ['page', 'pageNumber', 'page_no', 'page[number]'], ['pages', 'page_size']],
  ['cursor', ['cursor', 'page_token', 'pageToken', 'starting_after', 'next', 'page[after]'], ['nextPage']],
  ['lastIdCursor', ['starting_after', 'startingAfter'], ['after']],
  ['nextCursor', ['next', 'nextCursor', 'next_page_token', 'endCursor', 'next_page'], ['nextSteps']],
  ['hasMore', ['hasMore', 'has_more'], ['more']],
  ['total', ['total', 'totalCount', 'total_items'], ['subtotal', 'totals']],
  ['search', ['q', 'query', 'search', 'searchTerm'], ['queries', 'research']],
  ['sort', ['sort', 'sort_by', 'orderBy', 'ordering'], ['orders', 'sorted']],
  ['lowerBound', ['from', 'after', 'since', 'min', 'gte', 'gt'], ['minute', 'to']],
  ['upperBound', ['to', 'before', 'until', 'max', 'lte', 'lt'], ['total', 'from']],
  ['inclusiveBound', ['min', 'max', 'gte', 'le'], ['gt', 'after']],
  ['exclusiveBound', ['gt', 'lt'], ['gte', 'before']],
  ['subscription', ['event', 'topics', 'eventTypes', 'orderEvents'], ['name', 'prototype']],
  ['idempotencyKey', ['Idempotency-Key', 'X-Idempotency-Key'], ['idempotency']],
  ['download', ['content', 'download', 'raw'], ['preview', 'thumbnail']],
];

test.each(NAMES)('%s matches %j and not %j', (entry, matching, other) => {
  const conventions = new Conventions();
  expect(matching.filter((name) => !conventions.matches(entry, name))).toEqual([]);
  expect(other.filter((name) => conventions.matches(entry, name))).toEqual([]);
});

test('an override replaces the names of an entry', () => {
  const conventions = new Conventions({ cursor: ['pageKey'], limit: /^count$/g, envelope: ['payload'] });
  expect(conventions.matches('cursor', 'PAGEKEY')).toBe(true);
  expect(conventions.matches('cursor', 'cursor')).toBe(false);
  expect(['count', 'count', 'limit'].map((name) => conventions.matches('limit', name))).toEqual([
    true,
    true,
    false,
  ]);
  expect(conventions.list('envelope')).toEqual(['payload']);
  expect(conventions.matches('offset', 'offset')).toBe(true);
});

test('an empty list removes the meaning', () => {
  expect(new Conventions({ search: [] }).matches('search', 'q')).toBe(false);
});

test('the guide contains the table', () => {
  const guide = new URL('../../../../apps/docs/src/content/docs/guides/conventions.md', import.meta.url);
  const rows = readFileSync(guide, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const expected = listConventions().map(({ name, meaning, names }) => {
    return `| \`${name}\` | ${meaning} | ${names.map((one) => `\`${one}\``).join(', ')} |`;
  });
  expect(rows.slice(0, expected.length)).toEqual(expected);
});
