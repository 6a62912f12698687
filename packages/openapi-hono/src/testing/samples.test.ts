import { isMultipleOf } from '@keyframe/openapi-runtime/schema';
import { expect, test } from 'vitest';
import { createSamples } from './samples.ts';

test.each([0.01, 0.1, 0.7, 3, 1e-7])('numbers are multiples of %d in decimals', (multipleOf) => {
  const samples = createSamples({}, { type: 'number', multipleOf }, { count: 100, seed: 1 });
  expect(samples.filter((value) => !isMultipleOf(value as number, multipleOf))).toEqual([]);
});
