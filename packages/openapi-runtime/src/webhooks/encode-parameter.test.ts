import { expect, test } from 'vitest';
import type { ParameterDefinition } from '../http/operation-definition.ts';
import { readQuery } from '../http/read-parameters.ts';
import { decodePercent } from '../http/read-text.ts';
import { readValue } from '../http/read-value.ts';
import { encodeHeader, encodePairs, encodePath } from './encode-parameter.ts';

const LIST = { name: 'a', shape: { list: 'string' } } as const;
const OBJECT = { name: 'a', shape: { object: { b: 'number', 'c d': 'string' } } } as const;
const ITEMS = ['x', 'y z', '\u00fc'];
const MEMBERS = { b: 1.5, 'c d': 'e' };

// The receiving side reads the values that were written.
test.each([
  [{ name: 'a', shape: 'number' }, 'form', 5, 'a=5'],
  [{ name: 'a b', shape: 'string' }, 'form', '&=+ ', 'a%20b=%26%3D%2B%20'],
  [{ name: 'a', shape: 'boolean' }, 'form', false, 'a=false'],
  [{ name: 'a', shape: 'json' }, 'form', { b: [1, null] }, 'a=%7B%22b%22%3A%5B1%2Cnull%5D%7D'],
  [{ name: 'a', shape: { list: 'json' }, explode: true }, 'form', [{ b: 1 }, 2], 'a=%7B%22b%22%3A1%7D&a=2'],
  [{ ...LIST, explode: true }, 'form', ITEMS, 'a=x&a=y%20z&a=%C3%BC'],
  [LIST, 'form', ['x', 'y,z'], 'a=x,y%2Cz'],
  [{ ...LIST, style: 'spaceDelimited' }, 'form', ['x', 'y'], 'a=x%20y'],
  [{ ...LIST, style: 'pipeDelimited' }, 'form', ['x', 'y z'], 'a=x|y%20z'],
  [{ ...OBJECT, explode: true }, 'form', MEMBERS, 'b=1.5&c%20d=e'],
  [OBJECT, 'form', MEMBERS, 'a=b,1.5,c%20d,e'],
  [{ ...OBJECT, style: 'deepObject', explode: true }, 'form', MEMBERS, 'a[b]=1.5&a[c%20d]=e'],
  [
    { name: 'a', shape: { object: { b: { list: { object: { c: 'number' } } } } }, style: 'deepObject' },
    'form',
    { b: [{ c: 1 }, { c: 2 }] },
    'a[b][0][c]=1&a[b][1][c]=2',
  ],
  [
    { name: 'a', shape: { object: { b: { list: 'number' } } }, explode: true },
    'form',
    { b: [1, 2] },
    'b=1&b=2',
  ],
  [
    { name: 'a', shape: { list: { list: 'number' } }, explode: true },
    'form',
    [
      [1, 2],
      [3, 4],
    ],
    'a=1,2&a=3,4',
  ],
] as const)(
  'the query parameter %j in style %s writes %j as %s',
  (...[definition, style, value, expected]) => {
    const text = encodePairs(definition, value)
      .map((pair) => pair.join('='))
      .join('&');
    expect(text).toBe(expected);
    const pairs = readQuery(text);
    const texts = pairs.filter(([name]) => name === definition.name).map(([, one]) => one);
    const reading = readValue(definition, { style, texts, pairs, decode: decodePercent });
    expect(reading && 'values' in reading && reading.values[0]).toEqual(value);
  },
);

test.each([
  [{ name: 'a', shape: 'string' }, 'x/y', 'x%2Fy'],
  [LIST, ITEMS, 'x,y%20z,%C3%BC'],
  [OBJECT, MEMBERS, 'b,1.5,c%20d,e'],
  [{ ...OBJECT, explode: true }, MEMBERS, 'b=1.5,c%20d=e'],
  [{ name: 'a', shape: 'number', style: 'label' }, 5, '.5'],
  [{ ...LIST, style: 'label', explode: true }, ITEMS, '.x.y%20z.%C3%BC'],
  [{ ...OBJECT, style: 'label' }, MEMBERS, '.b,1%2E5,c%20d,e'],
  [{ ...OBJECT, style: 'label', explode: true }, MEMBERS, '.b=1%2E5.c%20d=e'],
  [{ name: 'a', shape: 'number', style: 'matrix' }, 5, ';a=5'],
  [{ ...LIST, style: 'matrix' }, ITEMS, ';a=x,y%20z,%C3%BC'],
  [{ ...LIST, style: 'matrix', explode: true }, ITEMS, ';a=x;a=y%20z;a=%C3%BC'],
  [{ ...OBJECT, style: 'matrix' }, MEMBERS, ';a=b,1.5,c%20d,e'],
  [{ ...OBJECT, style: 'matrix', explode: true }, MEMBERS, ';b=1.5;c%20d=e'],
] as const)('the path parameter %j writes %j as %s', (...[definition, value, expected]) => {
  const text = encodePath(definition, value);
  expect(text).toBe(expected);
  const read = readValue(definition, { style: 'simple', texts: [text], decode: decodePercent });
  expect(read).toMatchObject({ values: [value] });
});

test('a header is written without encoding', () => {
  const header: ParameterDefinition = { ...OBJECT, in: 'header', explode: true };
  expect(encodeHeader(header, MEMBERS)).toBe('b=1.5,c d=e');
});
