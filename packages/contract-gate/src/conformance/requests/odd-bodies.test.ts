import type { MediaType } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { brokenBodies, oddMediaTypes } from './odd-bodies.ts';

function describeBody(required: boolean, ...names: string[]) {
  const content = names.map((name): MediaType => ({ name, schema: undefined, encoding: [], pointer: '#' }));
  const described = { required, content };
  return { contentType: 'application/json', bytes: Buffer.from('{"a":1}'), described };
}

test.each([
  [true, 'invalid'],
  [false, 'either'],
])('the expectation for an empty body whose body is required (%s) is %s', (required, expected) => {
  const [empty, blank] = brokenBodies(describeBody(required, 'application/json'));
  expect([empty?.bytes.length, empty?.expectation]).toEqual([0, expected]);
  expect(blank?.expectation).toBe('invalid');
});

test.each([
  [['application/json'], ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense']],
  [
    ['application/json', 'text/*'],
    ['application/xml', 'application/x-www-form-urlencoded', 'nonsense'],
  ],
  [
    ['application/json', 'application/x-www-form-urlencoded'],
    ['text/plain', 'application/xml', 'nonsense'],
  ],
  [['*/*'], []],
])('a JSON body that is documented as %j is invalid as %j', (names, expected) => {
  const odd = oddMediaTypes(describeBody(true, ...names));
  const invalid = odd.filter(({ expectation }) => expectation === 'invalid');
  expect(invalid.map(({ contentType }) => contentType)).toEqual(expected);
  expect(odd.filter(({ expectation }) => expectation === 'valid')).toHaveLength(3);
});

test.each([
  ['63', 'either'],
  ['6', 'invalid'],
  ['{"a":1}', 'invalid'],
])('%s without its last byte is %s', (text, expected) => {
  const valid = { ...describeBody(true, 'application/json'), bytes: Buffer.from(text) };
  const cut = brokenBodies(valid).find(({ label }) => label.includes('last byte'));
  expect(cut?.expectation).toBe(expected);
});

test.each(['2', '{"a":1}', '"a"', '-1.5'])('two values of %s are not JSON', (text) => {
  const valid = { ...describeBody(true, 'application/json'), bytes: Buffer.from(text) };
  const two = brokenBodies(valid).find(({ label }) => label.includes('two values'));
  expect(() => JSON.parse(String(two?.bytes))).toThrow(SyntaxError);
});
