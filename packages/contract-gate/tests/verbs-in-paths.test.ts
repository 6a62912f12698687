// Servers whose paths contain verbs, such as `PUT /stores/update/{id}`.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const text: JsonObject = { type: 'string', minLength: 1, maxLength: 30 };
const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const STORE: JsonObject = {
  type: 'object',
  required: ['id', 'name', 'city'],
  properties: { id: { type: 'integer' }, name: text, city: text },
};
const responses = (schema?: JsonObject): JsonObject => ({
  '200': { description: 'Done.', ...(schema ? { content: content(schema) } : {}) },
  '4XX': { description: 'Wrong.' },
});
const body: JsonObject = {
  required: true,
  content: content({
    type: 'object',
    additionalProperties: false,
    required: ['name', 'city'],
    properties: { name: text, city: text },
  }),
};
const parameters = [
  { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1, maximum: 1_000_000 } },
];

const STORES = createDocument({
  '/stores/create': { post: { requestBody: body, responses: responses(STORE) } },
  '/stores/list': { get: { responses: responses({ type: 'array', items: STORE }) } },
  '/stores/get/{id}': { get: { parameters, responses: responses(STORE) } },
  '/stores/update/{id}': { put: { parameters, requestBody: body, responses: responses(STORE) } },
  '/stores/{id}/delete': { post: { parameters, responses: responses() } },
});

interface Store {
  id: number;
  name: string;
  city: string;
}

interface Faults {
  losesUpdates?: boolean;
  keepsDeleted?: boolean;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && [...value].length <= 30;
}

class StoreServer {
  readonly #stores = new Map<number, Store>();
  readonly #faults: Faults;
  #last = 0;

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  readonly answer = (request: ReceivedRequest): Answer => {
    const { method, path } = request;
    const route = path.replace(/\/-?\d+(?=\/|$)/, '/{id}');
    const allowed = { post: '/stores/create /stores/{id}/delete', put: '/stores/update/{id}' };
    const own = Object.entries({ get: '/stores/list /stores/get/{id}', ...allowed }).find(([, routes]) =>
      routes.split(' ').includes(route),
    );
    if (!own) return { status: 404 };
    if (method !== own[0].toUpperCase()) return { status: 405, headers: { allow: own[0].toUpperCase() } };
    if (route === '/stores/list') return { status: 200, body: [...this.#stores.values()] };
    if (route === '/stores/create') return this.#store(request, { id: this.#last + 1, name: '', city: '' });
    const store = this.#stores.get(Number(path.split('/').find((segment) => /^\d+$/.test(segment))));
    if (!store) return { status: 404 };
    if (method === 'PUT') return this.#store(request, store);
    if (method === 'POST' && !this.#faults.keepsDeleted) this.#stores.delete(store.id);
    return method === 'GET' ? { status: 200, body: store } : { status: 200 };
  };

  #store({ json, headers }: ReceivedRequest, store: Store): Answer {
    if (!/^application\/json *(;|$)/i.test(`${headers['content-type']}`)) return { status: 415 };
    const { name, city, ...others } = Object(json);
    const isValid = isText(name) && isText(city) && !Array.isArray(json) && Object.keys(others).length === 0;
    if (!isValid) return { status: 422 };
    const isNew = !this.#stores.has(store.id);
    if (isNew) this.#last = store.id;
    if (isNew || !this.#faults.losesUpdates) Object.assign(store, { name, city });
    this.#stores.set(store.id, store);
    return { status: 200, body: store };
  }
}

test.each<[Faults, string[]]>([
  [{}, []],
  [{ losesUpdates: true }, ['update-lost PUT /stores/update/{id}']],
  [
    { keepsDeleted: true },
    [
      'deleted-readable GET /stores/get/{id}',
      'deleted-readable GET /stores/list',
      'deleted-readable PUT /stores/update/{id}',
    ],
  ],
])('a server with the faults %j', async (faults, expected) => {
  const stores = new StoreServer(faults);
  await using server = await serve(stores.answer);
  const { findings } = await testServer(STORES, server.url, { propertyRuns: 5 });
  const found = new Set(findings.map(({ check, operation }) => `${check} ${operation}`));
  expect([...found].toSorted()).toEqual(expected);
});
