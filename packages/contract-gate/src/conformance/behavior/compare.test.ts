import type { JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { isParameter, isReturnedAs, isSame } from './compare.ts';

const VALUES: readonly (readonly [JsonValue | undefined, JsonValue | undefined, boolean, boolean])[] = [
  [1, 1, true, true],
  [1, '1', false, false],
  ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00', true, true],
  [{ a: 1 }, { a: 1, b: 2 }, true, false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true, true],
  [[1, 2], [2, 1], false, false],
  [null, undefined, true, false],
  ['secret', '******', true, false],
  ['secret', '*', false, false],
];

test.each(VALUES)('%j is returned as %j: %s, same: %s', (...values) => {
  const [sent, returned, isReturned, same] = values;
  expect(isReturnedAs(sent, returned)).toBe(isReturned);
  expect(isSame(sent, returned)).toBe(same);
});

test.each<[parameter: string, property: string, expected: boolean]>([
  ['query:project = 7', 'project = 7', true],
  ['query:project = 7', 'project = 8', false],
  ['query:project = 7', 'size = 7', false],
  ['query:my_project = 7', 'project = 7', false],
  ['path:id = 7', 'project = 7', true],
])('with %s, the property %s has the value of a parameter: %s', (parameter, property, expected) => {
  const [key = '', own = ''] = parameter.split(' = ');
  const [name = '', value] = property.split(' = ');
  const draft = { parameters: new Map([[key, Number(own)]]) };
  expect(isParameter({ draft } as never, name, value)).toBe(expected);
});
