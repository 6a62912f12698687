import { type JsonValue, type Parameter, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { serializePairs, serializePath } from './serialize-parameter.ts';

function readParameter(written: Record<string, JsonValue>): Parameter {
  const path = written.in === 'path' ? '/a/{q}' : '/a';
  const get = { parameters: [{ name: 'q', schema: {}, ...written }], responses: {} };
  const document = { openapi: '3.2.0', info: { title: 'T', version: '1' }, paths: { [path]: { get } } };
  const [parameter] = readModel(document, 'a.json').operations[0]?.parameters ?? [];
  if (!parameter) throw new Error('The document has no parameter.');
  return parameter;
}

test.each<[value: JsonValue, expected: string]>([
  ['a b', 'a%20b'],
  ['\u{1F600}', '%F0%9F%98%80'],
  ['a\ud83d', 'a%EF%BF%BD'],
  [['a', '\udc00'], 'a,%EF%BF%BD'],
])('writes %j into a path as %s', (value, expected) => {
  const parameter = readParameter({ in: 'path', required: true });
  expect(serializePath(parameter, value)).toBe(expected);
});

test.each<[written: Record<string, JsonValue>, value: JsonValue, expected: string[]]>([
  [{}, '\ud83d', ['q=%EF%BF%BD']],
  [{}, ['a', '\ud83d'], ['q=a', 'q=%EF%BF%BD']],
  [{ allowReserved: true }, '/#\ud83d', ['q=/%23%EF%BF%BD']],
  [{ style: 'deepObject' }, { '\ud83d': '\udc00' }, ['q[%EF%BF%BD]=%EF%BF%BD']],
])('writes a parameter with %j and the value %j into a query as %j', (written, value, expected) => {
  expect(serializePairs(readParameter({ in: 'query', ...written }), value)).toEqual(expected);
});

test.each<[written: Record<string, JsonValue>, value: JsonValue, expected: string[]]>([
  [{}, ['a/b', 'c'], ['q=a%2Fb', 'q=c']],
  [{ style: 'cookie' }, ['a/b', 'c'], ['q=a/b', 'q=c']],
  [{ style: 'cookie', explode: false }, ['a/b', 'c'], ['q=a/b,c']],
  [{ style: 'cookie' }, { 'a/b': 'c/d' }, ['a/b=c/d']],
])('writes a cookie with %j and the value %j as %j', (written, value, expected) => {
  expect(serializePairs(readParameter({ in: 'cookie', ...written }), value)).toEqual(expected);
});
