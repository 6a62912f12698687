import { type Operation, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { statusUndocumented } from './status-undocumented.ts';

function readOperation(statuses: readonly string[]): Operation {
  const responses = Object.fromEntries(statuses.map((status) => [status, { description: 'x' }]));
  const paths = { '/things': { post: { responses } } };
  const [operation] = readModel(
    { openapi: '3.1.1', info: { title: 'x', version: '1' }, paths },
    'x',
  ).operations;
  if (!operation) throw new Error('The document has no operation.');
  return operation;
}

test.each([
  [400, ['201', '422'], undefined],
  [400, ['201', '413', '415'], 'incomplete'],
  [415, ['201', '400'], undefined],
  [415, ['201', '413'], undefined],
  [413, ['201', '404'], 'incomplete'],
  [404, ['201', '410'], undefined],
  [401, ['201'], undefined],
  [200, ['201'], undefined],
])('the status %i beside %j has the basis %s', (status, statuses, basis) => {
  const operation = readOperation(statuses);
  const response = { status, headers: new Headers(), body: Buffer.from('') };
  const observed = { operation, response, documented: undefined };
  expect(statusUndocumented.run(observed as never)).toEqual([expect.objectContaining({ basis })]);
});
