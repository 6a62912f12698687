import { Conventions } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import { fillErrorBody } from './error-body.ts';

const FORM = { accepts: () => true, conventions: new Conventions() };

const DETAILS = { message: 'name: is required', member: '/name', part: 'body', status: 422 };

test.each([
  ['an object', { error: 'x', message: 'Old' }, { error: 'x', message: 'name: is required', param: '/name' }],
  [
    'an error inside',
    { error: { code: 'invalid', message: 'Old', param: '/b' } },
    { error: { code: 'invalid', message: 'name: is required', param: '/name' } },
  ],
  [
    'problem details',
    { type: 'about:blank', title: 'Bad', detail: 'Old', status: 400 },
    { type: 'about:blank', title: 'Bad', detail: 'name: is required', param: '/name', status: 422 },
  ],
  [
    'a generated problem',
    { title: 'text', status: 19, code: 19 },
    { title: 'name: is required', status: 422, code: 19, param: '/name' },
  ],
  [
    'a list of errors',
    { errors: [{ field: 'a', message: 'Old' }] },
    { errors: [{ field: '/name', message: 'name: is required' }] },
  ],
  [
    'names with capital letters',
    { Code: 'x', Message: 'Old', Errors: [{ Path: 'a' }] },
    { Code: 'x', Message: 'name: is required', param: '/name', Errors: [{ Path: '/name' }] },
  ],
  ['a text', 'Old', 'name: is required'],
  ['an error that is a text', { error: 'Bad Request' }, { error: 'name: is required', param: '/name' }],
  ['a generated error', { error: 'text', id: 1 }, { error: 'name: is required', id: 1, param: '/name' }],
  ['no code', { error: 'not_found', at: 'x' }, { error: 'not_found', at: 'x' }],
  [
    'a message beside an error',
    { error: 'Bad Request', details: [{ message: 'Old' }] },
    { error: 'Bad Request', details: [{ message: 'name: is required', param: '/name' }] },
  ],
  ['a list of messages', { errors: ['Old', 'other'] }, { errors: ['name: is required'], param: '/name' }],
  [
    'a message that is a list',
    { error: 'Bad Request', message: ['Old'] },
    { error: 'Bad Request', message: ['name: is required'], param: '/name' },
  ],
  [
    'a location that is a list',
    { detail: [{ loc: ['text'], msg: 'text', type: 'text' }] },
    { detail: [{ loc: ['body', 'name'], msg: 'name: is required', type: 'text' }] },
  ],
  [
    'a path that is a list',
    { issues: [{ path: ['a', 1], message: 'Old' }] },
    { issues: [{ path: ['name'], message: 'name: is required' }] },
  ],
])('describes the problem in %s', (_, body, expected) => {
  expect(fillErrorBody(body, DETAILS, FORM)).toEqual(expected);
});

test('a location has the part of the request, and the indices of a pointer', () => {
  const body = { detail: [{ loc: ['text'], msg: 'text' }] };
  const read = (details: object) =>
    Object(fillErrorBody(body, { ...DETAILS, ...details }, FORM)).detail[0].loc;
  expect(read({ member: '/pets/0/a~1b' })).toEqual(['body', 'pets', 0, 'a/b']);
  expect(read({ member: 'limit', part: 'query' })).toEqual(['query', 'limit']);
  expect(read({ member: undefined, part: undefined })).toEqual([]);
});

test('removes the member of the example if the problem has none', () => {
  const body = { message: 'Old', param: '/b' };
  expect(fillErrorBody(body, { ...DETAILS, member: undefined }, FORM)).toEqual({
    message: 'name: is required',
  });
});

test('keeps members that the schema does not accept otherwise', () => {
  const accepts = (value: unknown) =>
    JSON.stringify(value).includes('"code":"x"') && !JSON.stringify(value).includes('param');
  expect(fillErrorBody({ code: 'x', message: 'Old' }, DETAILS, { ...FORM, accepts })).toEqual({
    code: 'x',
    message: 'name: is required',
  });
});

test('shortens a message that the schema does not accept otherwise', () => {
  const accepts = (value: unknown) => String(Object(value).message).length <= 100;
  const details = { ...DETAILS, member: undefined, message: `name: is unknown (got "${'a'.repeat(300)}")` };
  expect(fillErrorBody({ message: 'Old' }, details, { ...FORM, accepts })).toEqual({
    message: `${details.message.slice(0, 99)}…`,
  });
});
