import { expect, test } from 'vitest';
import { expectSteadyMemory, HOSTILE_BODIES, useBodyServer } from './support/hostile-bodies.ts';

const server = useBodyServer();

test.each(HOSTILE_BODIES)('OPEN-14 PUR-5 %s: 400 that says why', async (_, body, message) => {
  const { status, error } = await server.send(body);
  expect({ status, code: error?.code }).toEqual({ status: 400, code: 'invalid_request' });
  expect(error?.message).toContain(message);
  expect(error?.message.length).toBeLessThan(2000);
});

test('after 40 MB of hostile bodies the process holds less than 64 MB more than at their start', () =>
  expectSteadyMemory(server, 40));
