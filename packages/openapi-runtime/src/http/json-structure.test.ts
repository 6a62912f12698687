import { expect, test } from 'vitest';
import { structureIssues } from './json-structure.ts';

const listIssues = (text: string) =>
  structureIssues(text, { maxDepth: 64, maxMembers: 1000 }).map(
    ({ path, message }) => `${path.join('.') || 'body'}: ${message}`,
  );

test.each([
  ['{"a":1,"a":2}', ['a']],
  ['{"a":1,"a":2,"a":3}', ['a']],
  ['{"input":{"prompt":"x","seed":1,"prompt":"y"},"model":"m","model":"n"}', ['input.prompt', 'model']],
  [String.raw`{"a":1,"\u0061":2}`, ['a']],
  [String.raw`{"a\"b":1,"a\"b":2}`, ['a"b']],
  ['{"list":[{"a":1},{"a":1,"b":[],"a":2}]}', ['list.1.a']],
  ['[[{"a":{},"a":[]}]]', ['0.0.a']],
  ['{"":1,"":2}', ['body']],
  ['{"__proto__":1,"__proto__":2}', ['__proto__']],
])('finds the duplicate names of %s with their location', (text, locations) => {
  expect(listIssues(text)).toEqual(locations.map((location) => `${location}: duplicate key`));
});

test.each([
  '{"a":"a","b":"a"}',
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":1}]',
  '["a","a","a"]',
  '{"a":["b","b"],"b":"a,\\"a\\":1"}',
  '{"a":1,"A":2}',
  '"a"',
  '',
  '}}]]',
  '{"a',
  '{"a":1,"b',
  '{"a\\',
])('%j has no duplicate names', (text) => {
  expect(listIssues(text)).toEqual([]);
});

test.each([
  [String.raw`{"a":"\ud800"}`, ['a']],
  [String.raw`{"a":["x","\udc00\ud800"],"b":"\uD83D \uDE00"}`, ['a.1', 'b']],
  [String.raw`"\ud83d"`, ['body']],
  [String.raw`{"a":"\ud83d\ude00","b":"\\ud800"}`, []],
])('finds the unpaired surrogates of %s with their location', (text, locations) => {
  const message = 'must not contain an unpaired surrogate';
  expect(listIssues(text)).toEqual(locations.map((location) => `${location}: ${message}`));
});

test('a text that is nested too deep is reported, and brackets inside strings do not count', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const tooDeep = ['body: must not be nested deeper than 64 levels'];
  expect(listIssues(nested(64))).toEqual([]);
  expect(listIssues(nested(65))).toEqual(tooDeep);
  expect(listIssues('{"a":'.repeat(100_000))).toEqual(tooDeep);
  expect(listIssues(`["${'['.repeat(100)}"]`)).toEqual([]);
});

test('an object or array of more than 1000 members is reported with its location', () => {
  const list = (length: number) => `[${Array(length).fill('{}')}]`;
  const object = (length: number) => `{${Array.from({ length }, (_, index) => `"${index}":1`)}}`;
  expect(listIssues(`{"a":${list(1000)},"b":${object(1000)}}`)).toEqual([]);
  expect(listIssues(`{"a":{"b":${list(1001)}}}`)).toEqual(['a.b: must not contain more than 1000 members']);
  expect(listIssues(object(1001))).toEqual(['body: must not contain more than 1000 members']);
});

test('a long name is truncated in a finding', () => {
  const name = 'k'.repeat(100);
  expect(listIssues(`{"${name}":1,"${name}":2}`)).toEqual([`${'k'.repeat(60)}: duplicate key`]);
});
