import type { JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { acceptsId } from './accepts-id.ts';

test.each<[id: JsonValue, isAccepted: boolean]>([
  [7, true],
  ['7', true],
  ['seven', false],
])('a path parameter with an integer accepts the id %j: %s', (id, isAccepted) => {
  const parameter = { schema: { pointer: '#/schema', schema: { type: 'integer' } } };
  const accepts = (_schema: unknown, value: unknown) => Number.isInteger(value);
  expect(acceptsId(parameter as never, id, { accepts })).toBe(isAccepted);
  expect(acceptsId(undefined, id, { accepts })).toBe(true);
});
