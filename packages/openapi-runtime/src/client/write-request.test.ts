import { expect, test } from 'vitest';
import { clientErrors } from './client-errors.ts';
import type { AnyRequest, RequestParts, RequestWriter } from './operation-definition.ts';
import { readJson } from './read-json.ts';
import { onRelativeServer, onServer, writeBody, writeCookies, writeQuery } from './write-request.ts';

const PATH = '/files/{id}';

function write(
  writer: RequestWriter,
  baseUrl: string,
  request: AnyRequest & { isDocumentUrl?: boolean } = {},
) {
  const { isDocumentUrl } = request;
  const parts: RequestParts = { url: baseUrl + PATH, headers: {} };
  const definition = { id: 'a', method: 'GET', path: PATH, read: readJson };
  writer(parts, request, { definition, errors: clientErrors, isDocumentUrl, options: {} });
  return parts;
}

test.each([
  ['https://api.example/v1', '/v2', 'https://api.example/v2'],
  ['https://api.example/v1', '/', 'https://api.example'],
  ['https://api.example/v1', 'v2/', 'https://api.example/v2'],
  ['https://api.example/a/v1', '../b', 'https://api.example/b'],
  ['https://api.example', '//upload.example/v1', 'https://upload.example/v1'],
])('resolves against the base URL %s the server %s of an operation', (baseUrl, server, expected) => {
  expect(write(onRelativeServer(server), baseUrl).url).toBe(expected + PATH);
});

test("an absolute server of an operation replaces only a base URL that is the document's", () => {
  const writer = onServer('https://upload.example');
  expect(write(writer, 'https://api.example', { isDocumentUrl: true }).url).toBe(
    `https://upload.example${PATH}`,
  );
  expect(write(writer, 'http://localhost').url).toBe(`http://localhost${PATH}`);
});

test('a list is a cookie, or a pair of the query, for each item', () => {
  const { headers } = write(writeCookies, 'https://api.example', { cookie: { a: ['x', 'y z'], b: 1 } });
  expect(headers).toEqual({ cookie: 'a=x; a=y%20z; b=1' });
  const { url } = write(writeQuery, 'https://api.example', { query: { a: ['x', 'y z'], b: [], c: 1 } });
  expect(url).toBe(`https://api.example${PATH}?a=x&a=y%20z&c=1`);
});

test.each<[types: string[], contentType: string | undefined, expected: string]>([
  [['application/xml', 'application/json'], undefined, 'application/json'],
  [['application/xml', 'application/json; charset=utf-8'], undefined, 'application/json; charset=utf-8'],
  [['text/csv', 'application/vnd.a+json', 'application/vnd.b+json'], undefined, 'application/vnd.a+json'],
  [['application/vnd.a+json', 'application/vnd.b+json'], 'application/vnd.b+json', 'application/vnd.b+json'],
  [['text/csv', 'application/xml'], undefined, 'text/csv'],
])('sends a body of %j as %s, or as its default: %s', (types, contentType, expected) => {
  const body = Object.fromEntries(types.map((type) => [type, undefined]));
  const parts: RequestParts = { url: 'https://api.example', headers: {} };
  const definition = { id: 'a', method: 'POST', path: PATH, read: readJson, body };
  writeBody(parts, { body: 'a', contentType }, { definition, errors: clientErrors, options: {} });
  expect(parts.headers).toEqual({ 'content-type': expected });
});
