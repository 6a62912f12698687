import { expect, test } from 'vitest';
import { readResponses } from './read-responses.ts';

const RESPONSE = {
  operationId: 'getThing',
  status: 200,
  members: ['/id'],
  issues: [{ where: 'media type', path: '' }],
};

test('reads responses, one on a line', () => {
  const line = JSON.stringify(RESPONSE);
  expect(readResponses(`${line}\r\n\n${line}\n`, 'a.jsonl')).toEqual([RESPONSE, RESPONSE]);
});

test.each<[title: string, value: unknown]>([
  ['a text', 'a'],
  ['an invalid status', { ...RESPONSE, status: -7.5 }],
  ['a member that is no text', { ...RESPONSE, members: [null] }],
  ['an invalid issue', { ...RESPONSE, issues: [null] }],
  ['an unknown place', { ...RESPONSE, issues: [{ where: 'toString', path: '' }] }],
  ['an issue without a path', { ...RESPONSE, issues: [{ where: 'body' }] }],
  ['a path of two lines', { ...RESPONSE, issues: [{ where: 'body', path: '\n::error::a' }] }],
])('refuses %s, and names the line', (_, value) => {
  const text = `${JSON.stringify(RESPONSE)}\n${JSON.stringify(value)}`;
  expect(() => readResponses(text, 'a.jsonl')).toThrow(
    'a.jsonl:2 must be a response that responseValidation',
  );
});
