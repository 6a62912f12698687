import { expect, test } from 'vitest';
import type { Check } from '../validation/check.ts';
import { clientErrors } from './client-errors.ts';
import { SYSTEM_CLOCK } from './clock.ts';
import { startDeadline } from './deadline.ts';
import type { OperationDefinition } from './operation-definition.ts';
import { readJson } from './read-json.ts';
import { readJsonByClass } from './read-json-by-class.ts';
import { validated } from './validated.ts';

const isNumber: Check = { pointer: '#', accepts: (value) => typeof value === 'number' };

function read(type: string, text: string, definition: Pick<OperationDefinition, 'responses'>) {
  const deadline = startDeadline({ clock: SYSTEM_CLOCK, ms: Infinity, reason: () => undefined });
  const target = { operation: 'a', method: 'GET', url: 'http://127.0.0.1/' };
  const response = new Response(text, { headers: { 'content-type': type } });
  const reader = definition.responses ? readJson : readJsonByClass;
  const checks = { 200: { 'application/json': isNumber } };
  return validated(reader, checks)(response, {
    definition,
    parse: JSON.parse,
    target,
    errors: clientErrors,
    deadline,
  });
}

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/problem+json',
  'application/vnd.x+json',
])('a reader by class checks bodies of the type %s', async (type) => {
  expect((await read(type, '1', {})).data).toBe(1);
  await expect(read(type, '"a"', {})).rejects.toThrow('an invalid body');
});

test('a documented type without a schema is not checked by the schema of another', async () => {
  const responses = { 'application/json': [200], 'application/hal+json': [200] };
  expect((await read('application/hal+json', '"a"', { responses })).data).toBe('a');
});
