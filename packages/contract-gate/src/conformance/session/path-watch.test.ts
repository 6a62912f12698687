import { expect, test } from 'vitest';
import { PathWatch } from './path-watch.ts';

test.each<[responses: [request: string, status: number][], hasNone: boolean]>([
  [[], false],
  [[['GET /v1/things?size=2', 404]], true],
  [[['GET /v1/things', 405]], true],
  [[['TRACE /v1/things', 405]], false],
  [[['GET /v1/things/7', 404]], false],
  // A server may answer any path below an item, such as the pages of a web application.
  [
    [
      ['GET /v1/things', 404],
      ['GET /v1/things/7', 200],
    ],
    true,
  ],
  [
    [
      ['GET /v1/things', 404],
      ['GET /v1/tags', 401],
    ],
    false,
  ],
])('after the responses %j, the server has no path of the document: %s', (responses, hasNone) => {
  const watch = new PathWatch(['GET /v1/things', 'GET /v1/tags']);
  for (const [request, status] of responses) {
    const [method = '', target = ''] = request.split(' ');
    watch.note({ method, target }, { status });
  }
  expect(watch.hasNone).toBe(hasNone);
});
