import type { JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { keepsOmitted } from './put-keeps-omitted-property.ts';

type Values = readonly (JsonValue | undefined)[];

test.each<[expected: JsonValue | undefined, values: Values, isKept: boolean]>([
  [0, [9, 9], true],
  [0, [9, 0], false],
  [0, [9, undefined], false],
  [undefined, [9, 9], true],
  [undefined, [9, undefined], false],
  [undefined, ['', ''], false],
])('with the default %j, the values before and after a PUT %j are kept: %s', (expected, values, isKept) => {
  const [previous, received] = values;
  expect(keepsOmitted({ expected, previous, received, wasSent: true })).toBe(isKept);
});

test.each([
  [undefined, false],
  [3, true],
])('a value that no request set is kept beside the default %j: %s', (expected, isKept) => {
  expect(keepsOmitted({ expected, previous: 9, received: 9, wasSent: false })).toBe(isKept);
});
