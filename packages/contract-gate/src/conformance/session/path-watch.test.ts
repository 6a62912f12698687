import { expect, test } from 'vitest';
import { PathWatch } from './path-watch.ts';

test.each<[responses: [target: string, status: number][], hasNone: boolean]>([
  [[], false],
  [[['/v1/things?size=2', 404]], true],
  [[['/v1/things', 405]], true],
  [[['/v1/things/7', 404]], false],
  // A server may answer any path below an item, such as the pages of a web application.
  [
    [
      ['/v1/things', 404],
      ['/v1/things/7', 200],
    ],
    true,
  ],
  [
    [
      ['/v1/things', 404],
      ['/v1/tags', 401],
    ],
    false,
  ],
])('after the responses %j, the server has no path of the document: %s', (responses, hasNone) => {
  const watch = new PathWatch(['/v1/things', '/v1/tags']);
  for (const [target, status] of responses) watch.note({ target }, { status });
  expect(watch.hasNone).toBe(hasNone);
});
