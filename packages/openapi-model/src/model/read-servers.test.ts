import { expect, test } from 'vitest';
import type { JsonValue } from '../json.ts';
import { readModel } from './read-model.ts';
import { fillServerUrl, readServerPath } from './read-servers.ts';

const get = { responses: { 200: { description: 'Files' } } };

function readUrls(document: Record<string, JsonValue>): string[][] {
  const info = { title: 'Files', version: '1' };
  const { operations } = readModel({ openapi: '3.2.0', info, ...document }, 'files.json');
  return operations.map(({ servers }) => servers.map(fillServerUrl));
}

test('the servers of an operation replace those of its path item, and these those of the document', () => {
  const servers = [{ url: 'https://api.example.com/v1' }];
  const upload = [{ url: 'https://api.example.com/upload/v1' }];
  const own = [{ url: '/own' }];
  expect(
    readUrls({
      servers,
      paths: {
        '/tasks': { get },
        '/files': { servers: upload, get, post: { ...get, servers: own } },
        '/empty': { servers: [], get: { ...get, servers: [] } },
        '/copies': { servers: own, additionalOperations: { COPY: get } },
        '/shared': { $ref: '#/components/pathItems/Shared', servers: own },
      },
      components: { pathItems: { Shared: { get } } },
    }),
  ).toEqual([
    ['https://api.example.com/v1'],
    ['https://api.example.com/upload/v1'],
    ['/own'],
    ['https://api.example.com/v1'],
    ['/own'],
    ['/own'],
  ]);
});

test('a document without servers has the server "/"', () => {
  expect(readUrls({ paths: { '/tasks': { get } } })).toEqual([['/']]);
});

test('servers have pointers', () => {
  const info = { title: 'Files', version: '1' };
  const document = {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/v1' }],
    paths: {
      '/a': { get, put: { ...get, servers: [{ url: '/v2' }] } },
      '/b': { servers: [1, { url: '/v3' }], get },
    },
  };
  const { operations } = readModel(document, 'files.json');
  expect(operations.map(({ servers }) => servers[0]?.pointer)).toEqual([
    '#/servers/0',
    '#/paths/~1a/put/servers/0',
    '#/paths/~1b/servers/1',
  ]);
  expect(readModel({ openapi: '3.1.0', info, paths: {} }, 'files.json').servers[0]?.pointer).toBe('#');
});

test('entries of "servers" that are not servers are ignored', () => {
  expect(readUrls({ servers: [1, {}, { url: '/v1' }], paths: { '/tasks': { get } } })).toEqual([['/v1']]);
  expect(readUrls({ servers: 'https://api.example.com', paths: { '/tasks': { get } } })).toEqual([['/']]);
});

test('fills in the defaults of variables', () => {
  const servers = [
    {
      url: 'https://{region}.example.com/{version}/$&',
      variables: { region: { default: 'eu', enum: ['eu', 'us'] }, version: { default: 2 } },
    },
  ];
  expect(readUrls({ servers, paths: { '/tasks': { get } } })).toEqual([['https://eu.example.com/2/$&']]);
});

test.each([
  ['https://api.example.com/v1/', '/v1'],
  ['https://api.example.com', ''],
  ['/', ''],
  ['v1', '/v1'],
  ['https://{host}/v1', '/v1'],
  ['/{version}/api', '/x/api'],
  ['https://[/v1', undefined],
])('the path of %s is %j', (url, path) => {
  expect(readServerPath({ url, variables: [] })).toBe(path);
});
