import type { Operation, Response } from '@keyframe/openapi-model';
import { Conventions } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import type { Call } from '../engine.ts';
import { runOnce } from './idempotency.ts';
import { World } from './world.ts';

const NAME = 'Idempotency-Key';

test.each([
  [['201'], [201, 201, 201]],
  [
    ['201', '400'],
    [201, 409, 201],
  ],
  [
    ['201', 'default'],
    [201, 409, 201],
  ],
])('a used key with another body is answered as the responses %j document', (statuses, expected) => {
  const operation = {
    id: 'create',
    parameters: [{ location: 'header', name: NAME }],
    responses: statuses.map((status) => ({ status }) as Response),
  } as unknown as Operation;
  const world = new World('any');
  const url = new URL('http://mock.example/notes');
  const run = (body: string) =>
    runOnce(
      { operation, parameters: new Map([[`header:${NAME}`, 'k']]), body, url, world } as unknown as Call,
      new Conventions(),
      () => ({
        status: 201,
      }),
    ).status;
  expect([run('first'), run('other'), run(statuses.length > 1 ? 'first' : 'other')]).toEqual(expected);
});
