import { type JsonObject, type JsonValue, readModel } from '@keyframe/openapi-model';
import { createReader, deriveResources } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import { findCollections } from './collections.ts';

const returns = (schema: JsonValue, more: JsonObject = {}): JsonObject => ({
  description: 'Done.',
  content: { 'application/json': { schema } },
  ...more,
});

/** Names the operations of each collection, such as `POST /things`. */
function listCollections(paths: Record<string, Record<string, JsonObject>>) {
  const described = Object.entries(paths).map(([path, item]) => {
    const parameters = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    const operations = Object.entries(item).map(([method, responses]) => [
      method,
      { operationId: `${method} ${path}`, responses },
    ]);
    return [path, { parameters, ...Object.fromEntries(operations) }];
  });
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: Object.fromEntries(described),
    components: {
      schemas: {
        Job: { type: 'object' },
        Thing: { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } },
      },
    },
  };
  const collections = findCollections(deriveResources(createReader(readModel(document, 'a.json'))));
  return collections.map(({ itemPath, create, list, read, patch, put, remove, link }) => {
    const found = { create, list, read, patch, put, remove };
    const named = Object.entries(found).flatMap(([role, operation]) =>
      operation ? [[role, operation.id]] : [],
    );
    return { item: itemPath, ...Object.fromEntries(named), ...(link ? { link: link.name } : {}) };
  });
}

const DONE = { 200: { description: 'Done.' } };
const JOB = { $ref: '#/components/schemas/Job' };
const THING = { 200: returns({ $ref: '#/components/schemas/Thing' }) };

test.each<[title: string, paths: Record<string, Record<string, JsonObject>>, expected: object[]]>([
  [
    'a list and its items',
    {
      '/things': { get: DONE, post: DONE },
      '/things/{id}': { get: DONE, patch: DONE, put: DONE, delete: DONE },
    },
    [
      {
        item: '/things/{id}',
        create: 'post /things',
        list: 'get /things',
        read: 'get /things/{id}',
        patch: 'patch /things/{id}',
        put: 'put /things/{id}',
        remove: 'delete /things/{id}',
      },
    ],
  ],
  [
    'a list whose path ends with a slash',
    { '/things/': { get: DONE, post: DONE }, '/things/{id}': { get: DONE } },
    [{ item: '/things/{id}', create: 'post /things/', list: 'get /things/', read: 'get /things/{id}' }],
  ],
  [
    'paths that all end with a slash',
    {
      '/things/': { post: DONE },
      '/things/{id}/': { get: DONE, delete: DONE },
      '/things/{id}/close/': { post: DONE },
    },
    [
      {
        item: '/things/{id}',
        create: 'post /things/',
        read: 'get /things/{id}/',
        remove: 'delete /things/{id}/',
      },
    ],
  ],
  [
    'ids of one path with several names',
    { '/things': { post: DONE }, '/things/{id}': { get: DONE }, '/things/{thingId}': { delete: DONE } },
    [
      {
        item: '/things/{id}',
        create: 'post /things',
        read: 'get /things/{id}',
        remove: 'delete /things/{thingId}',
      },
    ],
  ],
  [
    'two keys of one path',
    { '/things': { post: DONE }, '/things/{name}': { get: THING }, '/things/{id}': { delete: DONE } },
    [
      { item: '/things/{name}', create: 'post /things', read: 'get /things/{name}' },
      { item: '/things/{id}', create: 'post /things', remove: 'delete /things/{id}' },
    ],
  ],
  [
    'a PUT that creates',
    { '/things/{name}': { put: DONE } },
    [{ item: '/things/{name}', create: 'put /things/{name}', put: 'put /things/{name}' }],
  ],
  [
    'a PUT that may not find its resource creates none',
    { '/things/{name}': { get: DONE, put: { ...DONE, 404: { description: 'Missing.' } } } },
    [{ item: '/things/{name}', read: 'get /things/{name}', put: 'put /things/{name}' }],
  ],
  [
    'a PUT that may not find an outer resource, and creates',
    { '/things/{name}': { put: { 201: { description: 'Created.' }, 404: { description: 'Missing.' } } } },
    [{ item: '/things/{name}', create: 'put /things/{name}', put: 'put /things/{name}' }],
  ],
  [
    'a creation that returns the id of an existing resource',
    {
      '/orders': { post: { 201: returns({ properties: { userId: { type: 'string' } } }) } },
      '/orders/{id}': { get: DONE },
      '/users/{id}': { get: DONE },
    },
    [
      { item: '/orders/{id}', create: 'post /orders', read: 'get /orders/{id}' },
      { item: '/users/{id}', read: 'get /users/{id}' },
    ],
  ],
  [
    'a creation elsewhere that links to its result',
    {
      '/exports': {
        post: { 202: returns({}, { links: { job: { operationId: 'get /jobs/{id}' } } }) },
      },
      '/jobs/{id}': { get: DONE },
    },
    [{ item: '/jobs/{id}', create: 'post /exports', read: 'get /jobs/{id}', link: 'job' }],
  ],
  [
    'a creation elsewhere that returns the id',
    {
      '/videos': { post: { 202: returns({ properties: { taskId: { type: 'string' } } }) } },
      '/tasks/{id}': { get: DONE },
    },
    [{ item: '/tasks/{id}', create: 'post /videos', read: 'get /tasks/{id}' }],
  ],
  [
    'a creation elsewhere that returns the same schema, and the list next to it',
    {
      '/customers/{id}/jobs': {
        post: { 201: returns(JOB) },
        get: { 200: returns({ properties: { data: { type: 'array', items: JOB } } }) },
      },
      '/jobs/{id}': { get: { 200: returns(JOB) } },
    },
    [
      {
        item: '/jobs/{id}',
        create: 'post /customers/{id}/jobs',
        list: 'get /customers/{id}/jobs',
        read: 'get /jobs/{id}',
      },
    ],
  ],
  [
    'outer resources before inner ones',
    {
      '/a/{a}/b/{b}': { get: DONE },
      '/a/{a}/b': { post: DONE },
      '/a/{a}': { get: DONE },
      '/a': { post: DONE },
    },
    [
      { item: '/a/{a}', create: 'post /a', read: 'get /a/{a}' },
      { item: '/a/{a}/b/{b}', create: 'post /a/{a}/b', read: 'get /a/{a}/b/{b}' },
    ],
  ],
  [
    'a creation that requires a resource of the same kind, which is then looked up',
    {
      '/jobs/{id}/copies': { post: { 201: returns(JOB) } },
      '/jobs/{job}': { get: { 200: returns(JOB) } },
    },
    [{ item: '/jobs/{job}', read: 'get /jobs/{job}' }],
  ],
  [
    'operations whose paths contain verbs',
    {
      '/stores/create': { post: DONE },
      '/stores/list': { get: DONE },
      '/stores/get/{id}': { get: DONE },
      '/stores/get': { post: DONE },
      '/stores/update/{id}': { put: DONE },
      '/stores/{id}/delete': { post: DONE },
    },
    [
      {
        item: '/stores/{id}',
        create: 'post /stores/create',
        list: 'get /stores/list',
        read: 'get /stores/get/{id}',
        put: 'put /stores/update/{id}',
        remove: 'post /stores/{id}/delete',
      },
    ],
  ],
  [
    'an update by POST, the paths without a verb first, but the creation that is named',
    {
      '/stores/add': { post: DONE },
      '/stores': { post: DONE },
      '/stores/edit/{id}': { get: DONE, post: DONE },
      '/stores/{id}': { get: DONE },
      '/delete/stores/{id}': { get: DONE },
    },
    [
      {
        item: '/stores/{id}',
        create: 'post /stores/add',
        read: 'get /stores/{id}',
        patch: 'post /stores/edit/{id}',
        remove: 'get /delete/stores/{id}',
      },
    ],
  ],
  [
    'resources that have the name of a verb',
    { '/updates': { post: DONE }, '/updates/{id}': { get: DONE }, '/update/{id}': { get: DONE } },
    [
      { item: '/{id}', read: 'get /update/{id}' },
      { item: '/updates/{id}', create: 'post /updates', read: 'get /updates/{id}' },
    ],
  ],
  [
    'a list whose path has the plural',
    { '/tag': { post: DONE }, '/tag/{id}': { get: DONE }, '/tags': { get: DONE }, '/tages': { get: DONE } },
    [{ item: '/tag/{id}', create: 'post /tag', list: 'get /tags', read: 'get /tag/{id}' }],
  ],
  [
    'no creation in a query by POST',
    { '/jobs': { post: { 200: returns({ type: 'array', items: JOB }) } }, '/jobs/{id}': { get: DONE } },
    [{ item: '/jobs/{id}', read: 'get /jobs/{id}' }],
  ],
  [
    'a creation of several resources',
    { '/jobs': { post: { 201: returns({ type: 'array', items: JOB }) } }, '/jobs/{id}': { get: DONE } },
    [{ item: '/jobs/{id}', create: 'post /jobs', read: 'get /jobs/{id}' }],
  ],
  ['no collection for a path without an id', { '/health': { get: DONE } }, []],
])('finds %s', (_title, paths, expected) => {
  expect(listCollections(paths)).toEqual(expected);
});

test('a creation beside its own resources creates no others with the same schema', () => {
  const [gist, revision] = listCollections({
    '/gists': { post: { 201: returns(JOB) } },
    '/gists/{id}': { get: { 200: returns(JOB) } },
    '/gists/{id}/{sha}': { get: { 200: returns(JOB) } },
  });
  expect([gist, revision]).toEqual([
    { item: '/gists/{id}', create: 'post /gists', read: 'get /gists/{id}' },
    { item: '/gists/{id}/{sha}', list: 'get /gists/{id}', read: 'get /gists/{id}/{sha}' },
  ]);
});

test('a POST below a resource that returns the resource creates no other', () => {
  const shown = { 200: returns(JOB) };
  const [jobs, notes] = listCollections({
    '/jobs': { post: { 201: returns(JOB) } },
    '/jobs/{id}': { get: shown },
    '/jobs/{id}/notes': { post: shown },
    '/jobs/{id}/notes/{key}': { delete: DONE },
  });
  expect(jobs).toMatchObject({ item: '/jobs/{id}', create: 'post /jobs' });
  expect(notes).toEqual({ item: '/jobs/{id}/notes/{key}', remove: 'delete /jobs/{id}/notes/{key}' });
});
