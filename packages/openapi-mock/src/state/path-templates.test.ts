import { expect, test } from 'vitest';
import { isBelow, mapParameters } from './path-templates.ts';

test.each([
  ['/pix/{pix_uid}/cancel', '/pix/{uid}', true],
  ['/pix/{uid}:cancel', '/pix/{id}', true],
  ['/pix/{uid}', '/pix/{uid}', false],
  ['/pix/{uid}s/a', '/pix/{uid}', false],
  ['/pix_accounts/{uid}/a', '/pix/{uid}', false],
])('%s is below %s: %s', (path, itemPath, expected) => {
  expect(isBelow(path, itemPath)).toBe(expected);
});

test.each([
  ['/a/{x}/b/{y}', '/a/{z}/b/{x}/c', { x: 'z', y: 'x' }],
  ['/a/{x}/b/{y}', '/a/{x}/c/{y}', { x: 'x' }],
  ['/a/{x}', '/a/{y}:stop', { x: 'y' }],
  ['/a/{x}', '/a', {}],
])('the parameters of %s have the names in %s: %j', (path, other, names) => {
  expect(Object.fromEntries(mapParameters(path, other))).toEqual(names);
});
