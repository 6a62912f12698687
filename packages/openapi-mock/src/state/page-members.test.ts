import type { JsonObject, Parameter } from '@keyframe/openapi-model';
import { Conventions } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import { listPageMembers, type PageFacts } from './page-members.ts';

const FACTS: PageFacts = { total: 5, count: 2, start: 2, limit: 2, firstPage: 0, hasMore: true };

function describe(object: JsonObject, facts: Partial<PageFacts> = {}, names: Record<string, string> = {}) {
  const named = Object.entries(names).map(([key, name]) => [key, { name } as Parameter]);
  const plan = { limit: undefined, page: undefined, offset: undefined, ...Object.fromEntries(named) };
  return Object.fromEntries(
    listPageMembers(object, plan, { ...FACTS, ...facts, conventions: new Conventions() }),
  );
}

test.each<[JsonObject, JsonObject]>([
  [
    { total: 9, count: 9, has_more: false },
    { total: 5, count: 2, has_more: true },
  ],
  [
    { totalCount: 9, size: 9 },
    { totalCount: 5, size: 2 },
  ],
  [
    { total: 9, total_pages: 9, page: 9, per_page: 9, last_page: 9, offset: 9 },
    { total: 5, total_pages: 3, page: 1, per_page: 2, last_page: 2, offset: 2 },
  ],
  [
    { totalElements: 9, totalPages: 9, number: 9, numberOfElements: 9, first: true, last: true, empty: true },
    {
      totalElements: 5,
      totalPages: 3,
      number: 1,
      numberOfElements: 2,
      first: false,
      last: false,
      empty: false,
    },
  ],
  [
    { page: 9, pages: 9, limit: 9, hasPrevious: false },
    { page: 1, pages: 3, limit: 2, hasPrevious: true },
  ],
  [{ page: 9, limit: 9, first: false, number: 9 }, {}],
  [{ total: '9', data: [], has_more: 1 }, {}],
])('a page fills in %j as %j', (object, described) => {
  expect(describe(object)).toEqual(described);
});

test('a member with the name of a parameter has its value', () => {
  const object = { totalElements: 9, size: 9, start: 9, p: 9 };
  const names = { limit: 'size', offset: 'start', page: 'p' };
  expect(describe(object, {}, names)).toEqual({ totalElements: 5, size: 2, start: 2, p: 1 });
});

test('a list without pages is one page without a limit', () => {
  const facts = { limit: Number.POSITIVE_INFINITY, start: 0, count: 5, hasMore: false, firstPage: 1 };
  const object = { total: 9, pages: 9, page: 9, limit: 9 };
  expect(describe(object, facts)).toEqual({ total: 5, pages: 1, page: 1 });
  expect(describe(object, { ...facts, total: 0, count: 0 })).toEqual({ total: 0, pages: 0, page: 1 });
});
