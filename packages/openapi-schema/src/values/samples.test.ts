import { isMultipleOf } from '@keyframe/openapi-runtime/client';
import { expect, test } from 'vitest';
import { createSubject } from '../../tests/create-subject.ts';
import { createSamples } from './samples.ts';

test.each([0.01, 0.1, 0.7, 3, 1e-7])('numbers are multiples of %d in decimals', (multipleOf) => {
  const { graph, located } = createSubject({ type: 'number', multipleOf });
  const samples = createSamples(graph, located, { count: 100, seed: 1 });
  expect(samples.filter((value) => !isMultipleOf(value as number, multipleOf))).toEqual([]);
});

test('the same seed creates the same samples, another one creates others', () => {
  const { graph, located } = createSubject({ type: 'object', properties: { a: {}, b: { type: 'number' } } });
  const create = (seed: number) => createSamples(graph, located, { count: 20, seed });
  expect(create(1)).toEqual(create(1));
  expect(create(1)).not.toEqual(create(2));
});

test('takes examples and defaults by chance', () => {
  const { graph, located } = createSubject({ type: 'string', examples: ['one'], default: 'two' });
  const samples = createSamples(graph, located, { count: 50, seed: 1 });
  expect(samples).toEqual(expect.arrayContaining(['one', 'two', 'some words']));
});

test('ends values of schemas that contain themselves twice', () => {
  const operand = { $ref: '#/components/schemas/Subject' };
  const sum = { type: 'array', items: operand, minItems: 2 };
  const { graph, located } = createSubject({ oneOf: [sum, { type: 'number' }] });
  const samples = createSamples(graph, located, { count: 50, seed: 1 });
  expect(JSON.stringify(samples).length).toBeLessThan(100_000);
});

test('a member that one schema forbids and another one describes has the described values', () => {
  const { space, located } = createSubject({
    type: 'object',
    required: ['size'],
    additionalProperties: false,
    allOf: [{ properties: { size: { enum: ['small', 'large'] } } }],
  });
  const samples = createSamples(space, located, { count: 20, seed: 1 });
  expect(new Set(samples.map((sample) => JSON.stringify(sample)))).toEqual(
    new Set(['{"size":"small"}', '{"size":"large"}']),
  );
});
