import type { JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { keepsOmitted } from './put-keeps-omitted-property.ts';

type Values = readonly (JsonValue | undefined)[];

test.each<[expected: JsonValue | undefined, values: Values, isKept: boolean, otherDefault?: JsonValue]>([
  [0, [9, 9], true],
  [0, [9, 0], false],
  [0, [9, undefined], false],
  [undefined, [9, 9], true],
  [undefined, [9, undefined], false],
  [undefined, ['', ''], false],
  [undefined, [9, 9], false, 9],
  [undefined, [9, 9], true, 8],
  [0, [9, 9], true, 9],
])('with the default %j, the values before and after a PUT %j are kept: %s', (...testCase) => {
  const [expected, [previous, received], isKept, otherDefault] = testCase;
  const omitted = { expected, previous, received, wasSent: true, otherDefaults: [otherDefault] };
  expect(keepsOmitted(omitted)).toBe(isKept);
});

test.each([
  [undefined, false],
  [3, true],
])('a value that no request set is kept beside the default %j: %s', (expected, isKept) => {
  expect(keepsOmitted({ expected, previous: 9, received: 9, wasSent: false, otherDefaults: [] })).toBe(
    isKept,
  );
});
