import { expect, test } from 'vitest';
import type { OperationDefinition, ParameterDefinition } from '../http/operation-definition.ts';
import { buildRequest } from './build-request.ts';
import type { AnyMessage } from './message.ts';
import { MessageError } from './message-error.ts';

async function build(parameter: ParameterDefinition, message: AnyMessage): Promise<Request> {
  const definition: OperationDefinition = {
    route: { method: 'post', path: '/', responses: {} },
    parameters: [parameter],
  };
  return buildRequest({ id: 'changed', definition }, { url: 'https://example.com/hook', ...message });
}

const TAGS: ParameterDefinition = { name: 'x-tags', in: 'header', shape: { list: 'string' } };
const COOKIE: ParameterDefinition = { name: 'part', in: 'cookie', shape: 'string', style: 'cookie' };

test('values are written by the styles of their parameters', async () => {
  const request = await build(TAGS, { headers: { 'x-tags': ['a', 'b'] } });
  expect(request.headers.get('x-tags')).toBe('a,b');
});

test.each([
  [TAGS, { headers: { 'x-tags': ['a,b'] } }, { where: 'headers', path: ['x-tags'] }],
  [COOKIE, { cookies: { part: 'a;b' } }, { where: 'cookies', path: ['part'] }],
])('a value that contains its delimiter is a departure: %j', async (parameter, message, issue) => {
  const error: unknown = await build(parameter, message).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(MessageError);
  expect(error).toMatchObject({ issues: [{ ...issue, message: expect.stringContaining('contains') }] });
});
