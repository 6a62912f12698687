import { expect, test } from 'vitest';
import { parseDocument } from './parse-document.ts';

const HEAD = 'openapi: 3.1.1\ninfo: { title: A, version: "1" }\n';

test.each([
  ['YAML', 'api.yaml', `${HEAD}paths: { /a: { get: { responses: {} } } }`],
  [
    'JSON',
    'api.json',
    '{"openapi":"3.0.3","info":{"title":"A","version":"1"},"paths":{"/a":{"get":{"responses":{}}}}}',
  ],
  [
    'Swagger 2.0',
    'api.yaml',
    'swagger: "2.0"\ninfo: { title: A, version: "1" }\npaths: { /a: { get: { responses: {} } } }',
  ],
])('reads %s', (_format, name, text) => {
  expect(parseDocument(name, text).operations.map(({ path }) => path)).toEqual(['/a']);
});

test.each([
  ['a member', 'api.yaml', `${HEAD}paths: { /a: { get: 1 } }`, 'api.yaml:3:'],
  ['syntax', 'api.json', '{"openapi":', 'api.json:1:12'],
  ['a key that is written twice', 'api.yaml', `${HEAD}paths: {}\npaths: {}`, 'api.yaml:4:1'],
  ['no document', 'api.yaml', '', 'api.yaml'],
  ['another file', 'api.yaml', `${HEAD}paths: { /a: { $ref: a.yaml } }`, 'api.yaml:3:'],
])('reports the location of %s', (_case, ...[name, text, message]) => {
  expect(() => parseDocument(name, text)).toThrow(message);
});

test('lenient rules make warnings', () => {
  const { warnings } = parseDocument('api.yaml', `${HEAD}paths: {}\npaths: {}`, { lenient: true });
  expect(warnings.map(({ rule }) => rule)).toEqual(['duplicate-key']);
});
