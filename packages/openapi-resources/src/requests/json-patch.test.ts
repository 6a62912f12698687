import type { JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { isJsonPatch } from './json-patch.ts';

test.each<[body: JsonValue | undefined, expected: boolean]>([
  [[{ op: 'remove', path: '/name' }], true],
  [[{ op: 'remove', path: '/name' }, { name: 'a' }], false],
  [[{ op: 'remove' }], false],
  [[], false],
  [{ op: 'remove', path: '/name' }, false],
  [undefined, false],
])('%j is a JSON Patch: %s', (body, expected) => {
  expect(isJsonPatch(body)).toBe(expected);
});
