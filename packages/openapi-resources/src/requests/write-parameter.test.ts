import { type JsonValue, type Parameter, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { writeParameter } from './write-parameter.ts';

function readParameter(written: Record<string, JsonValue>): Parameter {
  const path = written.in === 'path' ? '/a/{q}' : '/a';
  const get = { parameters: [{ name: 'q', required: true, ...written }], responses: {} };
  const document = { openapi: '3.2.0', info: { title: 'T', version: '1' }, paths: { [path]: { get } } };
  const [parameter] = readModel(document, 'a.json').operations[0]?.parameters ?? [];
  if (!parameter) throw new Error('The document has no parameter.');
  return parameter;
}

test.each<[written: Record<string, JsonValue>, value: JsonValue, expected: string]>([
  [{ in: 'path' }, 'a b', 'a%20b'],
  [{ in: 'path' }, '\u{1F600}', '%F0%9F%98%80'],
  [{ in: 'path' }, 'a\ud83d', 'a%EF%BF%BD'],
  [{ in: 'path' }, ['a', '\udc00'], 'a,%EF%BF%BD'],
  [{ in: 'path', style: 'label' }, ['a', 'b.c'], '.a,b%2Ec'],
  [{ in: 'path', style: 'matrix', explode: true }, { a: 1, b: 2 }, ';a=1;b=2'],
  [{ in: 'header' }, { a: 1, b: 2 }, 'a,1,b,2'],
  [{ in: 'header' }, ['a,b', 'c'], 'a,b,c'],
  [{ in: 'cookie', style: 'cookie', explode: false }, ['a;b', 'c,d'], 'q=a;b,c,d'],
  [{}, '\ud83d', 'q=%EF%BF%BD'],
  [{}, ['a', '\ud83d'], 'q=a&q=%EF%BF%BD'],
  [{}, [], ''],
  [{ allowReserved: true }, '/#\ud83d', 'q=/%23%EF%BF%BD'],
  [{ style: 'deepObject' }, { '\ud83d': '\udc00' }, 'q[%EF%BF%BD]=%EF%BF%BD'],
  [{ style: 'spaceDelimited', explode: false }, ['a', 'b'], 'q=a%20b'],
  [{ explode: false }, [{ a: [1] }], 'q=%7B%22a%22%3A%5B1%5D%7D'],
  [{ content: { 'application/json': {} } }, { a: [1] }, 'q=%7B%22a%22%3A%5B1%5D%7D'],
  [{ in: 'cookie' }, ['a/b', 'c'], 'q=a%2Fb; q=c'],
  [{ in: 'cookie', style: 'cookie' }, ['a/b', 'c'], 'q=a/b; q=c'],
  [{ in: 'cookie', style: 'cookie', explode: false }, ['a/b', 'c'], 'q=a/b,c'],
  [{ in: 'cookie', style: 'cookie' }, { 'a/b': 'c/d' }, 'a/b=c/d'],
])('writes a parameter with %j and the value %j as %j', (written, value, expected) => {
  const { content, schema = {}, ...style } = written;
  const typed = content === undefined ? { schema } : { content };
  expect(writeParameter(readParameter({ in: 'query', ...typed, ...style }), value)).toBe(expected);
});
