// Paths of resources in other forms than `/things/{id}`: keys of OData, several keys, extensions.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const json = (schema: JsonObject) => ({ description: 'x', content: { 'application/json': { schema } } });

const KEYS: Readonly<Record<string, string>> = { ID: 'integer', code: 'string' };

/** A document with a collection and the path of one of its products, which has the keys of its path as members. */
function createDocument(collection: string, item: string, keys: readonly string[]): JsonObject {
  const members = keys.map((name) => [name, { type: KEYS[name] ?? 'integer' }] as const);
  const product = {
    type: 'object',
    required: [...keys, 'Name'],
    properties: { ...Object.fromEntries(members), Name: { type: 'string' } },
  };
  const settable = { ...product, required: ['Name'] };
  return {
    openapi: '3.1.0',
    info: { title: 'Products', version: '1' },
    paths: {
      [collection]: {
        get: {
          responses: {
            '200': json({ type: 'object', properties: { value: { type: 'array', items: product } } }),
          },
        },
        post: { requestBody: json(settable), responses: { '201': json(product) } },
      },
      [item]: {
        parameters: members.map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
        get: { responses: { '200': json(product), '404': { description: 'x' } } },
        patch: {
          requestBody: json(settable),
          responses: { '200': json(product), '404': { description: 'x' } },
        },
        delete: { responses: { '204': { description: 'x' }, '404': { description: 'x' } } },
      },
    },
  };
}

test.each([
  { collection: '/Products', item: '/Products({ID})', path: '/Products(1)' },
  { collection: '/Products/', item: '/Products({ID})/', path: '/Products(1)/' },
  { collection: '/Products', item: '/Products(ID={ID})', path: '/Products(ID=1)' },
  { collection: '/Products', item: "/Products('{code}')", path: "/Products('x')" },
  { collection: '/Products', item: '/Products({ID},{code})', path: '/Products(2,x)' },
  { collection: '/Products', item: "/Products(ID={ID},code='{code}')", path: "/Products(ID=2,code='x')" },
  { collection: '/Products', item: '/Products/{ID}.{code}', path: '/Products/2.x' },
  { collection: '/Products.json', item: '/Products/{ID}.json', path: '/Products/1.json' },
])(
  'a resource that POST $collection creates is read, listed, changed and deleted at $item',
  async ({ collection, item, path }) => {
    const keys = Array.from(item.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
    const mock = createMock(createDocument(collection, item, keys));
    const body = {
      Name: 'a',
      ...(keys.includes('code') && { code: 'x', ...(keys.includes('ID') && { ID: 2 }) }),
    };
    const created = await ask(mock, `POST ${collection}`, { body });
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(path);
    expect((await ask(mock, `GET ${path}`)).body).toEqual(created.body);
    expect((await ask(mock, `GET ${collection}`)).body).toEqual({ value: [created.body] });
    const again = await ask(mock, `POST ${collection}`, { body });
    expect(again.status).toBe(keys.includes('code') ? 409 : 201);
    const patch = { headers: { 'content-type': 'application/json' }, body: { Name: 'b' } };
    expect((await ask(mock, `PATCH ${path}`, patch)).body).toEqual({ ...created.body, Name: 'b' });
    expect((await ask(mock, `DELETE ${path}`)).status).toBe(204);
    expect((await ask(mock, `GET ${path}`)).status).toBe(404);
  },
);
