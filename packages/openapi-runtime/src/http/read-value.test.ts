// Texts in every style that OpenAPI 3.2 defines.
import { expect, test } from 'vitest';
import type { Shape, TextDefinition } from './operation-definition.ts';
import { decodeForm, readCookies, readQuery } from './read-parameters.ts';
import { decodePercent } from './read-text.ts';
import { createValueReader, memberNames, type Reading, readValue } from './read-value.ts';
import type { Pair } from './split-style.ts';
import type { TextSource } from './written.ts';

type Definition = Omit<TextDefinition, 'name'>;

const TEXTS: Shape = { list: 'string' };
const NUMBERS: Shape = { list: 'number' };
const COLOR: Shape = { object: { R: 'number', name: 'string' } };

const QUERY = {
  list: { shape: TEXTS, explode: true },
  numbers: { shape: NUMBERS },
  flatList: { shape: TEXTS },
  object: { shape: COLOR, explode: true },
  flatObject: { shape: COLOR },
  openObject: { shape: { object: {}, others: 'number' }, explode: true },
  spaced: { shape: TEXTS, style: 'spaceDelimited' },
  piped: { shape: TEXTS, style: 'pipeDelimited' },
  pipedObject: { shape: COLOR, style: 'pipeDelimited' },
  deep: { shape: COLOR, style: 'deepObject' },
  deepList: { shape: TEXTS, style: 'deepObject' },
  nestedList: { shape: { list: NUMBERS }, explode: true },
  json: { shape: 'json' },
  text: {},
  nullable: { shape: ['null', 'boolean', 'number'] },
} as const satisfies Record<string, Definition>;

const PATH = {
  simple: { shape: 'number' },
  simpleList: { shape: TEXTS },
  simpleObject: { shape: COLOR },
  simpleExploded: { shape: COLOR, explode: true },
  label: { shape: 'number', style: 'label' },
  labelList: { shape: TEXTS, style: 'label' },
  labelExploded: { shape: TEXTS, style: 'label', explode: true },
  labelObject: { shape: COLOR, style: 'label', explode: true },
  matrix: { shape: 'number', style: 'matrix' },
  matrixList: { shape: TEXTS, style: 'matrix' },
  matrixExploded: { shape: TEXTS, style: 'matrix', explode: true },
  matrixObject: { shape: COLOR, style: 'matrix' },
  matrixObjectExploded: { shape: COLOR, style: 'matrix', explode: true },
} as const satisfies Record<string, Definition>;

const HEADER = {
  header: { shape: 'number' },
  headerList: { shape: NUMBERS },
  headerObject: { shape: COLOR },
  headerExploded: { shape: COLOR, explode: true },
} as const satisfies Record<string, Definition>;

function readPairs(definition: Definition, pairs: readonly Pair[], decode: TextSource['decode']) {
  const texts = pairs.filter(([name]) => name === 'p').map(([, text]) => text);
  const claimed = new Set(['p', ...memberNames(definition.shape)]);
  return readValue({ name: 'p', ...definition }, { style: 'form', texts, pairs, claimed, decode });
}

function readText(definition: Definition, text: string, decode: TextSource['decode']) {
  return readValue({ name: 'p', ...definition }, { style: 'simple', texts: [text], decode });
}

/** Takes the most probable value of texts. */
function getFirst(reading: Reading): unknown {
  return reading && 'values' in reading ? reading.values[0] : reading;
}

const readFromQuery = (name: keyof typeof QUERY, text: string) =>
  readPairs(QUERY[name], readQuery(text), decodeForm);
const readFromPath = (name: keyof typeof PATH, text: string) => readText(PATH[name], text, decodePercent);

test.each<[keyof typeof QUERY, string, unknown]>([
  ['list', 'p=a&p=b%26c', ['a', 'b&c']],
  ['list', 'p=a,b', ['a,b']],
  ['numbers', 'p=1,2', [1, 2]],
  ['numbers', 'p=', []],
  ['object', 'R=100&name=a+b', { R: 100, name: 'a b' }],
  ['object', 'R=100&other=1', { R: 100 }],
  ['flatObject', 'p=R,100,name,a%2Cb', { R: 100, name: 'a,b' }],
  ['openObject', 'a=1&__proto__=2', JSON.parse('{"a":1,"__proto__":2}')],
  ['spaced', 'p=a%20b%2Cc', ['a', 'b,c']],
  ['spaced', 'p=a+b', ['a', 'b']],
  ['piped', 'p=a|b%7Cc%2C', ['a', 'b|c,']],
  ['piped', 'p=x%7Cy', ['x|y']],
  ['flatList', 'p=Hello%2C%20world', ['Hello, world']],
  ['flatList', 'p=a%2Cb,c', ['a,b', 'c']],
  ['numbers', 'p=1,2', [1, 2]],
  ['spaced', 'p=a%2Cb', ['a,b']],
  ['pipedObject', 'p=R|100|name|x', { R: 100, name: 'x' }],
  ['deep', 'p[R]=100&p%5Bname%5D=a&q[R]=1', { R: 100, name: 'a' }],
  ['deepList', 'p[]=a&p[]=b', ['a', 'b']],
  ['deepList', 'p[0]=a&p[10]=c&p[9]=b', ['a', 'b', 'c']],
  ['nestedList', 'p=1,2&p=3', [[1, 2], [3]]],
  ['json', `p=${encodeURIComponent('{"R":100}')}`, { R: 100 }],
  ['text', 'p=a+b%2B%3D=', 'a b+=='],
  ['text', 'p=%E0%A4%A', '%E0%A4%A'],
  ['text', '%70=x', 'x'],
  ['nullable', 'p=null', null],
  ['nullable', 'p=true', true],
  ['nullable', 'p=-1', -1],
])('%s: reads the query %s', (name, text, expected) => {
  expect(JSON.stringify(getFirst(readFromQuery(name, text)))).toBe(JSON.stringify(expected));
});

test.each<[keyof typeof PATH, string, unknown]>([
  ['simple', '-1e2', -100],
  ['simpleList', 'a,b%2Cc,%2F', ['a', 'b,c', '/']],
  ['simpleList', 'Hello%2C%20world', ['Hello, world']],
  ['labelList', '.a%2Cb', ['a,b']],
  ['matrixList', ';p=a%2Cb', ['a,b']],
  ['simpleObject', 'R,100,name,%25', { R: 100, name: '%' }],
  ['simpleExploded', 'R=100,name=%C3%A9', { R: 100, name: 'é' }],
  ['label', '.7', 7],
  ['labelList', '.a,b', ['a', 'b']],
  ['labelExploded', '.a.b', ['a', 'b']],
  ['labelObject', '.R=100.name=x', { R: 100, name: 'x' }],
  ['matrix', ';p=7', 7],
  ['matrixList', ';p=a,b%2C', ['a', 'b,']],
  ['matrixExploded', ';p=a;p=b', ['a', 'b']],
  ['matrixObject', ';p=R,100,name,x', { R: 100, name: 'x' }],
  ['matrixObjectExploded', ';R=100;name=%3B', { R: 100, name: ';' }],
])('%s: reads the path segment %s', (name, text, expected) => {
  expect(getFirst(readFromPath(name, text))).toEqual(expected);
});

test.each<[keyof typeof HEADER, string, unknown]>([
  ['header', '1.5', 1.5],
  ['headerList', '1, 2,3', [1, 2, 3]],
  ['headerObject', 'R,100,name,a%2C', { R: 100, name: 'a%2C' }],
  ['headerExploded', 'R=100, name=a=b', { R: 100, name: 'a=b' }],
])('%s: reads the header %s', (name, text, expected) => {
  expect(getFirst(readText(HEADER[name], text, (one) => one.trim()))).toEqual(expected);
});

test.each<[Definition, string, unknown]>([
  [{ shape: 'boolean', explode: true }, 'q=1; p=true', true],
  [{ shape: NUMBERS }, 'p="1,2"', [1, 2]],
  [{ shape: NUMBERS, explode: true }, 'p=1; p=2', [1, 2]],
  [{ shape: COLOR }, 'p=R,100,name,a%20b', { R: 100, name: 'a b' }],
  [{ shape: TEXTS, style: 'cookie', explode: true }, 'p=a; p=b,c', ['a', 'b,c']],
  [{ shape: TEXTS, style: 'cookie' }, 'p=a,b', ['a', 'b']],
  [{ shape: COLOR, style: 'cookie', explode: true }, 'R=100; name=x', { R: 100, name: 'x' }],
  [{ shape: COLOR, style: 'cookie', explode: true }, 'q=1', undefined],
])('%j: reads the cookie %s', (definition, text, expected) => {
  expect(getFirst(readPairs(definition, readCookies(text), decodePercent))).toEqual(expected);
});

test.each<[keyof typeof QUERY, string, string]>([
  ['object', 'R=1&R=2', 'must be written in the style form, exploded'],
  ['flatObject', 'p=R', 'must be written in the style form'],
  ['deep', 'p[R]=1&p[R]=2', 'must be written in the style deepObject'],
  ['json', 'p={', 'must be JSON'],
  ['json', 'p={}&p={}', 'must be given once'],
  ['text', 'p=a&p=b', 'must be given once'],
])('%s: rejects the query %s', (name, text, problem) => {
  expect(readFromQuery(name, text)).toEqual({ problem });
});

test.each<[keyof typeof PATH, string, string]>([
  ['label', '7', 'must be written in the style label'],
  ['labelList', 'a,b', 'must be written in the style label'],
  ['matrix', '7', 'must be written in the style matrix'],
  ['matrix', ';q=7', 'must be written in the style matrix'],
  ['matrixExploded', ';p=a;q=b', 'must be written in the style matrix, exploded'],
])('%s: rejects the path segment %s', (name, text, problem) => {
  expect(readFromPath(name, text)).toEqual({ problem });
});

test.each<[keyof typeof QUERY, string]>([
  ['text', 'q=a'],
  ['object', 'other=1'],
])('%s: finds no value in the query %s', (name, text) => {
  expect(readFromQuery(name, text)).toBeUndefined();
});

test.each([
  [{ shape: 'number' }, '7'],
  [{ shape: 'number' }, 'seven'],
  [{ shape: 'boolean' }, 'true'],
  [{ shape: ['null', 'boolean', 'number', 'string'] }, 'null'],
  [{ shape: ['null', 'number'] }, 'x'],
  [{}, 'a%20b'],
  [{ explode: true }, 'a,b'],
  [{ shape: { anyOf: ['number', 'string'], takes: [] } }, '1'],
  [{ shape: 'number', style: 'label' }, '.7'],
  [{ shape: 'json' }, '{"a":1}'],
  [{ shape: TEXTS }, 'a,b'],
  [{ shape: ['number', TEXTS] }, '1,2'],
] satisfies [Definition, string][])('a reader of %j reads %s like a single reading', (definition, text) => {
  const named = { name: 'value', ...definition };
  const read = createValueReader(named);
  for (const texts of [[], [text], [text, text]]) {
    const source: TextSource = { style: 'simple', texts, decode: decodePercent };
    expect(read(source)).toEqual(readValue(named, source));
  }
});
