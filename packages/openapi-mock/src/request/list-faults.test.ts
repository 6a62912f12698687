import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { listFaults } from './list-faults.ts';

const EXAMPLES = { few: { value: [] }, 'many, sorted': { value: [1, 2] } };
const content = { 'application/json': { examples: EXAMPLES } };
const described = (more: object = {}) => ({ description: 'x', ...more });

test.each([
  ['common faults of any operation', { 200: described() }, {}, ['429', '500', 'delay=3000', 'lost']],
  [
    'documented statuses first',
    { 200: described(), 404: described(), 500: described() },
    {},
    ['404', '500', '429', 'delay=3000', 'lost'],
  ],
  [
    'each of several examples',
    { 200: described({ content }), '4XX': described({ content }) },
    {},
    ['429', '500', 'code=200, example=few', 'code=200, example="many, sorted"', 'delay=3000', 'lost'],
  ],
  [
    'callbacks that fail',
    { 202: described() },
    { done: { '{$request.body#/url}': { post: { responses: { 204: described() } } } } },
    [
      '429',
      '500',
      'delay=3000',
      'lost',
      'callback=late',
      'callback=twice',
      'callback=never',
      'callback=forged',
    ],
  ],
])('lists %s', (...row) => {
  const [, responses, callbacks, expected] = row;
  const paths = { '/jobs': { post: { responses, callbacks } } };
  const model = readModel({ openapi: '3.1.1', info: { title: 'x', version: '1' }, paths }, 'document');
  const [operation] = model.operations;
  expect(operation && listFaults(model, operation)).toEqual(expected);
});
