import type { JsonValue, Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import type { Exchange } from '../session/session.ts';
import { LinkedIds } from './linked-ids.ts';

const TASK = '/v1/tasks/{id}';
const PART = '/v1/tasks/{id}/parts/{part}';
const operations = [TASK, PART, '/{id}'].map((resourcePath) => ({ resourcePath }) as Operation);

interface Response {
  status?: number;
  location?: string;
  value?: JsonValue;
}

function createExchange({ status = 202, location, value = null }: Response): Exchange {
  const headers = location === undefined ? [] : [['Location', location]];
  return { response: { status, headers }, body: { kind: 'json', value } } as unknown as Exchange;
}

interface Case extends Response {
  path?: string;
  outer?: [number, JsonValue][];
  id: string | undefined;
}

test.each<Case>([
  { location: '/v1/tasks/a', id: 'a' },
  { value: { links: [{ href: 'https://api.example/v1/tasks/a' }] }, id: 'a' },
  { value: { text: 'see /v1/tasks/a' }, id: undefined },
  { status: 404, location: '/v1/tasks/a', id: undefined },
  { location: '/v1/tasks/7/parts/b', path: PART, outer: [[3, 7]], id: 'b' },
  { location: '/v1/tasks/7/parts/b', path: PART, outer: [[3, 8]], id: undefined },
  { location: '/a', path: '/{id}', id: undefined },
])('finds the id that the URLs of a response show: %j', ({ path = TASK, outer, id, ...response }) => {
  const ids = new LinkedIds(operations, () => false);
  ids.note(createExchange(response));
  expect(ids.find(path, new Map(outer))).toBe(id);
});

test('a path whose ids are listed or created elsewhere takes none from URLs', () => {
  const ids = new LinkedIds(operations, (path) => path === TASK);
  ids.note(createExchange({ location: '/v1/tasks/a' }));
  expect([TASK, PART].map((path) => ids.has(path))).toEqual([false, true]);
  expect(ids.find(TASK, new Map())).toBeUndefined();
});
