import { expect, test } from 'vitest';
import {
  createQuerySerializer,
  defaultPathSerializer,
  serializeArrayParam,
  serializeObjectParam,
  serializePrimitiveParam,
} from './parameters.ts';

const LIST = ['red', 'a b'];
const OBJECT = { role: 'admin', name: 'a/b' };

test.each([
  ['simple', false, 'red,a%20b'],
  ['simple', true, 'red,a%20b'],
  ['label', false, '.red,a%20b'],
  ['label', true, '.red.a%20b'],
  ['matrix', false, ';id=red,a%20b'],
  ['matrix', true, ';id=red;id=a%20b'],
  ['form', false, 'id=red,a%20b'],
  ['form', true, 'id=red&id=a%20b'],
  ['spaceDelimited', false, 'id=red%20a%20b'],
  ['pipeDelimited', false, 'id=red|a%20b'],
] as const)('writes a list as %s, explode: %s', (style, explode, expected) => {
  expect(serializeArrayParam('id', LIST, { style, explode })).toBe(expected);
});

test.each([
  ['simple', false, 'role,admin,name,a%2Fb'],
  ['simple', true, 'role=admin,name=a%2Fb'],
  ['label', false, '.role,admin,name,a%2Fb'],
  ['label', true, '.role=admin.name=a%2Fb'],
  ['matrix', false, ';id=role,admin,name,a%2Fb'],
  ['matrix', true, ';role=admin;name=a%2Fb'],
  ['form', false, 'id=role,admin,name,a%2Fb'],
  ['form', true, 'role=admin&name=a%2Fb'],
  ['deepObject', true, 'id[role]=admin&id[name]=a%2Fb'],
] as const)('writes an object as %s, explode: %s', (style, explode, expected) => {
  expect(serializeObjectParam('id', OBJECT, { style, explode })).toBe(expected);
});

test('writes nothing for null, and rejects values that are nested', () => {
  expect(serializePrimitiveParam('id', null)).toBe('');
  expect(() => serializePrimitiveParam('id', { a: 1 })).toThrow('"id" contains a list or an object');
});

test('omits empty members of a query, and repeats the names of lists', () => {
  const query = { a: 1, b: null, c: undefined, d: [], e: ['x', 'y'], f: { g: true } };
  expect(createQuerySerializer()(query)).toBe('a=1&e=x&e=y&f[g]=true');
});

test('writes reserved characters unchanged if allowed', () => {
  const write = createQuerySerializer({
    allowReserved: true,
    array: { style: 'form', explode: false },
    object: { style: 'form', explode: false },
  });
  expect(write({ a: 'x/y', b: ['p:q', 'r'], c: { d: 'e?' } })).toBe('a=x/y&b=p:q,r&c=d,e?');
});

test.each([
  ['/a/{id}/{id}', { id: 'x y' }, '/a/x%20y/x%20y'],
  ['/a/{id}/{other}', { id: '$&' }, '/a/%24%26/{other}'],
  ['/a/{.id}', { id: 5 }, '/a/.5'],
  ['/a/{;id}', { id: 5 }, '/a/;id=5'],
  ['/a/{id*}', { id: OBJECT }, '/a/role=admin,name=a%2Fb'],
  ['/a/{.id*}', { id: LIST }, '/a/.red.a%20b'],
])('writes the path %s with %j', (path, parameters, expected) => {
  expect(defaultPathSerializer(path, parameters)).toBe(expected);
});
