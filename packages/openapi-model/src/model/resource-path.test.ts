import { expect, test } from 'vitest';
import { listPathParameters, toResourcePath } from './resource-path.ts';

test.each([
  ['/things/{id}', '/things/{id}'],
  ['/things/{id}/', '/things/{id}'],
  ['/', '/'],
  ['/things.json', '/things'],
  ['/things/{id}.xml', '/things/{id}'],
  ['/things/{id}.{format}', '/things/{id}'],
  ['/files/{name}.{ext}', '/files/{name}.{ext}'],
  ['/Things({ID})', '/Things/{ID}'],
  ["/Things('{ID}')", '/Things/{ID}'],
  ["/Things(ID='{ID}')/Parts({part})", '/Things/{ID}/Parts/{part}'],
  ['/Things({a},{b})', '/Things/{a},{b}'],
  ["/Things(A={a}, B='{b}')/Close", '/Things/{a},{b}/Close'],
  ['/Things({id}):close', '/Things/{id}:close'],
  ['/Things/Best(count=5)', '/Things/Best(count=5)'],
  ['/({id})', '/({id})'],
])('%s is a path of %s', (path, expected) => {
  expect(toResourcePath(path)).toBe(expected);
});

test.each([
  ['/things', []],
  ['/a/{x}/b/{y}.{z}', ['x', 'y', 'z']],
])('the parameters of %s are %j', (path, names) => {
  expect(listPathParameters(path)).toEqual(names);
});
