import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const CUSTOMER = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const INPUT = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } };
const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const response = (schema: JsonObject): JsonObject => ({ description: 'Done.', content: content(schema) });
const WRONG = { '4XX': { description: 'Wrong.' } };
const requestBody = { required: true, content: content(INPUT) };

const DOCUMENT = createDocument({
  '/customers': {
    get: { responses: { '200': response({ type: 'array', items: CUSTOMER }) } },
    post: { requestBody, responses: { '201': response(CUSTOMER), ...WRONG } },
  },
  '/customers/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
    get: { responses: { '200': response(CUSTOMER), ...WRONG } },
    put: { requestBody, responses: { '200': response(CUSTOMER), ...WRONG } },
    delete: { responses: { '204': { description: 'Deleted.' }, ...WRONG } },
  },
  '/customers/{id}/block': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
    post: { responses: { '204': { description: 'Blocked.' }, ...WRONG } },
  },
  '/invoices': {
    get: { responses: { '200': response({ type: 'array', items: { type: 'object', required: ['id'] } }) } },
  },
  '/invoices/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    delete: { responses: { '204': { description: 'Deleted.' }, ...WRONG } },
  },
});

/** A server with three customers and an invoice of others. */
class Office {
  readonly changes: string[] = [];
  readonly #customers = new Map([1, 2, 3].map((id) => [id, { id, name: `customer ${id}` }]));
  #last = 3;

  answer({ method, path, json }: ReceivedRequest): Answer {
    const [, collection, id, action] = path.split('/');
    if (collection === 'invoices') return this.#answerInvoice(method, id);
    if (id === undefined) return this.#answerList(method, json);
    return this.#answerCustomer({ method, path, json }, id, action);
  }

  #answerCustomer(
    { method, path, json }: Pick<ReceivedRequest, 'json' | 'method' | 'path'>,
    id: string,
    action: string | undefined,
  ): Answer {
    const customer = /^\d+$/.test(id) ? this.#customers.get(Number(id)) : undefined;
    if (!customer) return { status: 404 };
    if (method === 'GET' && !action) return { status: 200, body: customer };
    const isAllowed = action ? method === 'POST' : method === 'PUT' || method === 'DELETE';
    if (!isAllowed) return { status: 405, headers: { allow: action ? 'POST' : 'GET, PUT, DELETE' } };
    if (method === 'PUT' && !readName(json)) return { status: 400 };
    if (customer.id <= 3) this.changes.push(`${method} ${path}`);
    if (method === 'DELETE') this.#customers.delete(customer.id);
    if (method !== 'PUT') return { status: 204 };
    customer.name = readName(json) ?? customer.name;
    return { status: 200, body: customer };
  }

  #answerInvoice(method: string, id: string | undefined): Answer {
    if (id === undefined && method === 'GET') return { status: 200, body: [{ id: 'a1' }] };
    if (method !== 'DELETE' || id === undefined)
      return { status: 405, headers: { allow: id === undefined ? 'GET' : 'DELETE' } };
    if (id !== 'a1') return { status: 404 };
    this.changes.push('DELETE /invoices/a1');
    return { status: 204 };
  }

  #answerList(method: string, json: unknown): Answer {
    if (method === 'GET') return { status: 200, body: [...this.#customers.values()] };
    if (method !== 'POST') return { status: 405, headers: { allow: 'GET, POST' } };
    const name = readName(json);
    if (!name) return { status: 400 };
    this.#last += 1;
    const customer = { id: this.#last, name };
    this.#customers.set(customer.id, customer);
    return { status: 201, body: customer };
  }
}

function readName(json: unknown): string | undefined {
  const name = typeof json === 'object' && json !== null && 'name' in json ? json.name : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

test('a run changes and deletes only resources that it created', async () => {
  const office = new Office();
  await using server = await serve((received) => office.answer(received));
  const { findings, statistics } = await testServer(DOCUMENT, server.url);
  expect(office.changes).toEqual([]);
  expect(server.requests.some(({ method, path }) => method === 'DELETE' && path === '/customers/4')).toBe(
    true,
  );
  expect(statistics.remarks).toEqual([
    'Existing data was left alone: the run created no resource for DELETE /invoices/{id} (see --existing-data).',
  ]);
  expect(findings.filter(({ check }) => check === 'operation-unreached')).toEqual([]);
});

test('a run does not send undocumented changes of a whole collection', async () => {
  const changesOfAll: string[] = [];
  const respond = ({ method, path, json }: ReceivedRequest): Answer => {
    const isAll = ['DELETE', 'PATCH', 'PUT'].includes(method) && ['/customers', '/invoices'].includes(path);
    if (isAll) changesOfAll.push(`${method} ${path}`);
    return isAll ? { status: 204 } : new Office().answer({ method, path, json } as ReceivedRequest);
  };
  await using server = await serve(respond);
  await testServer(DOCUMENT, server.url);
  expect(changesOfAll).toEqual([]);
  const { findings } = await testServer(DOCUMENT, server.url, { existingData: true });
  expect(changesOfAll).toEqual(expect.arrayContaining(['DELETE /customers', 'PUT /invoices']));
  expect(findings.map(({ check }) => check)).toContain('undocumented-method-accepted');
});

test('a run with the option also changes resources that existed before', async () => {
  const office = new Office();
  await using server = await serve((received) => office.answer(received));
  const { statistics } = await testServer(DOCUMENT, server.url, { existingData: true });
  expect(office.changes).toEqual(expect.arrayContaining(['DELETE /invoices/a1', 'DELETE /customers/1']));
  expect(statistics.remarks).toEqual([]);
});

const PET = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'name'],
  properties: { id: { type: 'integer', minimum: 1, maximum: 50 }, name: { type: 'string', minLength: 1 } },
};
const SETTINGS = {
  type: 'object',
  additionalProperties: false,
  required: ['theme'],
  properties: { theme: { enum: ['dark', 'light'] }, motto: { type: 'string' } },
};
const IDS = {
  type: 'object',
  additionalProperties: false,
  required: ['ids'],
  properties: { ids: { type: 'array', minItems: 1, items: { type: 'integer', minimum: 1, maximum: 50 } } },
};
const body = (schema: JsonObject): JsonObject => ({ required: true, content: content(schema) });
const NOTHING = { '204': { description: 'Done.' }, ...WRONG };
const PET_ID = [
  { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1, maximum: 50 } },
];

const PETS = createDocument({
  '/pets.json': {
    post: { requestBody: body(INPUT), responses: { '201': response(PET), ...WRONG } },
    put: { requestBody: body(PET), responses: { '200': response(PET), ...WRONG } },
  },
  '/pets/{id}.json': {
    parameters: PET_ID,
    get: { responses: { '200': response(PET), ...WRONG } },
    delete: { responses: NOTHING },
  },
  '/pets/archive.json': { post: { requestBody: body(IDS), responses: NOTHING } },
  '/settings': {
    get: { responses: { '200': response(SETTINGS), ...WRONG } },
    put: { requestBody: body(SETTINGS), responses: { '200': response(SETTINGS), ...WRONG } },
    delete: { responses: NOTHING },
  },
});

/** A server with 20 pets of others, and settings. */
class Shelter {
  readonly changes: string[] = [];
  settings: unknown = { theme: 'dark', motto: 'be kind' };
  readonly #pets = new Map(Array.from({ length: 20 }, (_, index) => [index + 1, `pet ${index + 1}`]));
  #last = 20;

  answer({ method, path, json }: ReceivedRequest): Answer {
    if (path === '/settings') return this.#answerSettings(method, json);
    const [, text] = /^\/pets\/(\d+)\.json$/.exec(path) ?? [];
    const sent = Object(json);
    if (text !== undefined) return this.#answerPet(method, Number(text));
    if (path === '/pets/archive.json') {
      if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
      return this.#archive(Array.isArray(sent.ids) ? sent.ids : []);
    }
    const name = path === '/pets.json' ? readName(json) : undefined;
    if (!['POST', 'PUT'].includes(method)) return { status: 405, headers: { allow: 'POST, PUT' } };
    if (name === undefined) return { status: 400 };
    if (method === 'PUT' && !this.#pets.has(sent.id)) return { status: 404 };
    if (method === 'POST') this.#last += 1;
    const id = method === 'PUT' ? sent.id : this.#last;
    return this.#store({ id, name }, method);
  }

  #store(pet: { id: number; name: string }, method: string): Answer {
    this.#note(method, pet.id);
    this.#pets.set(pet.id, pet.name);
    return { status: method === 'PUT' ? 200 : 201, body: pet };
  }

  #note(method: string, id: number): void {
    if (id <= 20) this.changes.push(`${method} ${id}`);
  }

  #archive(ids: number[]): Answer {
    if (ids.length === 0) return { status: 400 };
    if (!ids.every((id) => this.#pets.has(id))) return { status: 404 };
    for (const id of ids) this.#note('archive', id);
    return { status: 204 };
  }

  #answerPet(method: string, id: number): Answer {
    const name = this.#pets.get(id);
    if (name === undefined) return { status: 404 };
    if (method === 'GET') return { status: 200, body: { id, name } };
    if (method !== 'DELETE') return { status: 405, headers: { allow: 'GET, DELETE' } };
    this.#note(method, id);
    this.#pets.delete(id);
    return { status: 204 };
  }

  #answerSettings(method: string, json: unknown): Answer {
    if (method === 'GET') return { status: 200, body: this.settings };
    if (method !== 'PUT' && method !== 'DELETE')
      return { status: 405, headers: { allow: 'GET, PUT, DELETE' } };
    this.changes.push(`${method} settings`);
    if (method === 'DELETE') return { status: 204 };
    if (!['dark', 'light'].includes(Object(json).theme)) return { status: 400 };
    this.settings = json;
    return { status: 200, body: json };
  }
}

test('a run changes no settings, and no resource of others whose id is in a body or before a suffix', async () => {
  const shelter = new Shelter();
  await using server = await serve((received) => shelter.answer(received));
  const { statistics } = await testServer(PETS, server.url);
  expect(shelter.changes).toEqual([]);
  expect(statistics.remarks).toEqual([
    'Existing data was left alone: the run created no resource for PUT /settings, DELETE /settings (see --existing-data).',
  ]);
  const reached = (method: string, path: RegExp) =>
    server.requests.some((request) => request.method === method && path.test(request.path));
  expect(reached('DELETE', /^\/pets\/\d+\.json$/)).toBe(true);
  expect(reached('POST', /archive/)).toBe(true);
  expect(reached('PUT', /^\/pets\.json$/)).toBe(true);
});

test('a run with the option restores the settings', async () => {
  const shelter = new Shelter();
  await using server = await serve((received) => shelter.answer(received));
  await testServer(PETS, server.url, { existingData: true, propertyRuns: 1 });
  expect(shelter.changes).toContain('PUT settings');
  expect(shelter.settings).toEqual({ theme: 'dark', motto: 'be kind' });
});
