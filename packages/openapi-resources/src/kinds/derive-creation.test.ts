import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createReader } from '../document/document-reader.ts';
import { explainResources } from '../explain.ts';
import { deriveResources } from '../resources.ts';

function explain(document: JsonObject): string[] {
  const model = readModel(document, 'document', { lenient: true });
  return explainResources(deriveResources(createReader(model)));
}

const text = { type: 'string' };
const json = (schema: JsonObject) => ({ description: 'x', content: { 'application/json': { schema } } });
const object = (properties: JsonObject) => ({ type: 'object', properties });
const THING = json(object({ id: text, title: text }));
const DONE = json(object({ result: { type: 'boolean' } }));
const FILE = { description: 'x', content: { 'application/octet-stream': {} } };
const MISSING = { description: 'x' };
const get = { responses: { default: json(object({ error: text })), '200': THING } };
const post = { responses: { '201': THING } };
const put = { operationId: 'create_thing', responses: { '200': DONE } };
const remove = { responses: { '204': { description: 'x' } } };

const NONE = 'no operation creates it, and no list or example shows one that may be missing';

/** The rule that is derived for `/things/{id}`, from the operations at it and at other paths. */
const RULES: { title: string; item: JsonObject; others: JsonObject; rule: string | undefined }[] = [
  {
    title: 'a creation beside the resource',
    item: { get },
    others: { '/things': { post } },
    rule: 'POST /things beside /things/{id}, id in "id"',
  },
  {
    title: 'a creation of files, which have no id of their own',
    item: { get: { responses: { '200': FILE } } },
    others: { '/things': { post } },
    rule: 'POST /things beside /things/{id}, id in "id"',
  },
  {
    title: 'a creation of what shows the members of its request, but no id',
    item: { get: { responses: { '200': json(object({ title: text })) } } },
    others: { '/things': { post: { ...post, requestBody: json(object({ title: text })) } } },
    rule: 'POST /things beside /things/{id}, id in "id"',
  },
  ...[
    [{ type: 'integer', format: 'int64' }, { type: 'integer' }, true],
    [{ type: 'string', format: 'uuid' }, { type: 'string', format: 'uuid' }, true],
    [{ type: 'string' }, { type: 'string' }, false],
    [{ type: 'integer' }, { type: 'string', format: 'uuid' }, false],
  ].map(([returned, schema, isCreation]) => ({
    title: `a creation that returns ${JSON.stringify(returned)} for a path with ${JSON.stringify(schema)}`,
    item: { get: { ...get, parameters: [{ in: 'path', name: 'id', required: true, schema }] } },
    others: { '/things': { post: { responses: { '200': json(returned as JsonObject) } } } },
    rule: isCreation ? 'POST /things beside /things/{id}, id in the response' : undefined,
  })),
  {
    title: 'no creation of what shows neither an id nor members of its request',
    item: { get: { responses: { '200': json(object({ total: text })) } } },
    others: { '/things': { post: { ...post, requestBody: json(object({ title: text })) } } },
    rule: undefined,
  },
  {
    title: 'a creation whose id a list shows beside members of the request, although a read does not',
    item: { get: { responses: { '200': json(object({ total: text })) } }, delete: remove },
    others: {
      '/things': {
        get: { responses: { '200': json({ type: 'array', items: object({ id: text, title: text }) }) } },
        post: {
          requestBody: json(object({ title: text })),
          responses: { '201': json(object({ id: text, url: text })) },
        },
      },
    },
    rule: 'POST /things beside /things/{id}, id in "id", as in the list',
  },
  {
    title: 'a creation that returns no id, of what a list shows',
    item: { delete: remove },
    others: {
      '/things': {
        get: { responses: { '200': json({ type: 'array', items: object({ id: text, title: text }) }) } },
        post: { requestBody: json(object({ title: text })), responses: { '204': MISSING } },
      },
    },
    rule: 'POST /things beside /things/{id}, id in the list',
  },
  {
    title: 'no creation by a POST of other members than those of the list',
    item: { delete: remove },
    others: {
      '/things': {
        get: { responses: { '200': json({ type: 'array', items: object({ id: text, title: text }) }) } },
        post: { requestBody: json(object({ action: text })), responses: { '204': MISSING } },
      },
    },
    rule: undefined,
  },
  {
    title: 'no creation of what is read without a body',
    item: { get: { responses: { '204': { description: 'x' } } } },
    others: { '/things': { post } },
    rule: undefined,
  },
  {
    title: 'a PUT that is named as a creation, of what can be deleted',
    item: { get, put, delete: remove },
    others: {},
    rule: 'PUT /things/{id} with an id that the client chooses',
  },
  {
    title: 'no creation by a PUT with another name',
    item: { get, put: { ...put, operationId: 'updateThing' }, delete: remove },
    others: {},
    rule: 'a single value, read and written at one path',
  },
  {
    title: 'no creation with a name if the resource shows another id',
    item: { get },
    others: {
      '/things': {
        post: { requestBody: json(object({ name: text })), responses: { '201': { description: 'x' } } },
      },
    },
    rule: undefined,
  },
  {
    title: 'a creation below another resource',
    item: { get },
    others: { '/apps/{app}/things': { post } },
    rule: 'POST /apps/{app}/things for /things/{id}, id in "id"',
  },
  {
    title: 'no creation below another resource that has such a resource itself',
    item: { get },
    others: { '/apps/{app}/things': { post }, '/apps/{app}/things/{id}': { get } },
    rule: undefined,
  },
  {
    title: 'names of an id with several words',
    item: { get },
    others: { '/things': { post: { responses: { '201': json(object({ _id: text })) } } } },
    rule: 'POST /things beside /things/{id}, id in "_id"',
  },
  {
    title: 'a PUT without 404 of what GET may not find',
    item: { get: { responses: { '200': THING, '404': MISSING } }, put: { responses: { '200': THING } } },
    others: {},
    rule: 'PUT /things/{id} with an id that the client chooses',
  },
  {
    title: 'no creation by a PUT that may not find the resource either',
    item: {
      get: { responses: { '200': THING, '404': MISSING } },
      put: { responses: { '200': THING, '404': MISSING } },
    },
    others: {},
    rule: 'a single value, read and written at one path',
  },
  {
    title: 'no single value that is changed by an id in the query',
    item: {
      get: { responses: { '200': json({ type: 'array', items: object({ id: text }) }), '404': MISSING } },
      patch: {
        parameters: [{ in: 'query', name: 'key', required: true, schema: text }],
        responses: { '200': THING },
      },
    },
    others: {},
    rule: undefined,
  },
  {
    title: 'a PUT of what only a list shows',
    item: { put: { responses: { '200': THING } } },
    others: {
      '/things': { get: { responses: { '200': json({ type: 'array', items: object({ id: text }) }) } } },
    },
    rule: 'PUT /things/{id} with an id that the client chooses',
  },
  {
    title: 'a creation elsewhere that returns the schema of the resource',
    item: { get: { responses: { '200': json({ $ref: '#/components/schemas/Thing' }) } } },
    others: {
      '/kits:build': { post: { responses: { '201': json({ $ref: '#/components/schemas/Thing' }) } } },
    },
    rule: 'POST /kits:build for /things/{id}, id in "id"',
  },
  {
    title: 'a creation elsewhere that returns the id',
    item: { get },
    others: { '/kits': { post: { responses: { '202': json(object({ thingId: text })) } } } },
    rule: 'POST /kits for /things/{id}, id in "thingId"',
  },
  {
    title: 'no creation by a POST that creates another resource',
    item: { get },
    others: {
      '/kits': { post: { responses: { '201': json(object({ id: text, thingId: text })) } } },
      '/kits/{kit}': { get },
    },
    rule: undefined,
  },
  {
    title: 'no creation by a POST that creates another resource, which only changes',
    item: { get },
    others: {
      '/kits': { post: { responses: { '201': json(object({ thingId: text })) } } },
      '/kits/{kit}': { delete: remove },
    },
    rule: undefined,
  },
  {
    title: 'no creation by a POST that returns an id of its own',
    item: { get },
    others: {
      '/kits/{kit}/copy': { post: { responses: { '201': json(object({ id: text, thingId: text })) } } },
    },
    rule: undefined,
  },
  {
    title: 'no creation by a POST that returns the id of one in a list',
    item: { get },
    others: {
      '/things': { get: { responses: { '200': json({ type: 'array', items: object({ id: text }) }) } } },
      '/logins': { post: { responses: { '200': json(object({ thingId: text })) } } },
    },
    rule: 'no operation creates it; those in lists and examples exist',
  },
  {
    title: 'a creation elsewhere by the only path with the name of its id',
    item: { get: { responses: { '200': json(object({ title: text })) } } },
    others: { '/plans': { post: { responses: { '201': json(object({ thingId: text })) } } } },
    rule: 'POST /plans for /things/{id}, id in "thingId"',
  },
  {
    title: 'no creation of what is not created where PUT beside DELETE changes it',
    item: { put: { responses: { '204': MISSING } }, delete: remove },
    others: { '/things': { post: { responses: { '201': MISSING } } } },
    rule: undefined,
  },
  ...['upload', 'bulk-import', 'new'].map((name) => ({
    title: `a creation that is named "${name}"`,
    item: { get },
    others: { [`/things/${name}`]: { post: { responses: { '200': THING } } } },
    rule: `POST /things/${name} is named as a creation`,
  })),
  {
    title: 'a creation of several that has a name',
    item: { get },
    others: {
      '/things/batch': {
        post: {
          requestBody: json({ type: 'array', items: object({ title: text }) }),
          responses: { '201': json({ type: 'array', items: object({ id: text, title: text }) }) },
        },
      },
    },
    rule: 'POST /things/batch is named as a creation',
  },
  ...['search', 'login', 'batch_estimate', '{other}/bulk', 'bulk/done'].map((name) => ({
    title: `no creation by a POST at "${name}"`,
    item: { get },
    others: { [`/things/${name}`]: { post: { responses: { '200': THING } } } },
    rule: undefined,
  })),
];

test('a POST that returns the id of another resource does not create what refers to that', () => {
  const shown = { get: { responses: { '200': json(object({ key: text })), '404': MISSING } } };
  const paths = {
    '/keys/{userId}': shown,
    '/plans/{userId}': shown,
    '/subscriptions': { post: { responses: { '201': json(object({ userId: text })) } } },
  };
  const lines = explain({ openapi: '3.1.1', info: { title: 'Keys', version: '1.0.0' }, paths });
  expect(lines).toContain('  POST /subscriptions: no operation reads what it changes');
});

test.each(RULES)('derives $title', ({ item, others, rule }) => {
  const info = { title: 'Things', version: '1.0.0' };
  const components = { schemas: { Thing: object({ id: text, title: text }) } };
  const paths = { '/things/{id}': item, ...others };
  const lines = explain({ openapi: '3.1.1', info, paths, components });
  const line = lines.find((one) => one.startsWith('/things/{id}: '));
  expect(line?.slice('/things/{id}: '.length)).toBe(rule ?? NONE);
});
