// Stores whose deletions or updates are not carried out, described as frameworks do it: the faults are found in each style.
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

// `mark` keeps deleted stores, with the time of the deletion.
type Fault = 'delete' | 'mark' | 'none' | 'put';

/** How a document describes stores, and how the server represents them. */
interface Style {
  /** The schema of a response with a store, or with all stores; undefined for a response without a schema. */
  describe?: (schema: JsonObject) => JsonObject | undefined;
  represent?: (value: unknown) => unknown;
  /** The path that reads a store; empty if only the list shows it. */
  readPath?: string;
  /** The path that changes and deletes a store. */
  itemPath?: string;
  listPath?: string;
}

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const NAME: JsonObject = { type: 'string', minLength: 1, maxLength: 40 };
const PROPERTIES: JsonObject = { name: NAME, address: NAME };
const INPUT: JsonObject = { type: 'object', required: ['name'], properties: PROPERTIES };
const STORE: JsonObject = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, ...PROPERTIES },
};
const WRONG: JsonObject = { '422': { description: 'Wrong.' } };
const INTEGER = { type: 'integer' };
const STRING = { type: 'string' };

function describeStores(style: Required<Style>): JsonObject {
  const { describe, readPath, itemPath, listPath } = style;
  const respond = (schema: JsonObject): JsonObject => {
    const described = describe(schema);
    return { description: 'Done.', ...(described ? { content: json(described) } : {}) };
  };
  const list = respond({ type: 'array', items: STORE });
  const requestBody = { required: true, content: json(INPUT) };
  const parametersOf = (path: string): JsonValue =>
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      schema: name === 'name' ? STRING : INTEGER,
    }));
  const read = { parameters: parametersOf(readPath), responses: { '200': respond(STORE), ...WRONG } };
  const parameters = parametersOf(itemPath);
  const changes: JsonObject = {
    put: { parameters, requestBody, responses: { '200': respond(STORE), ...WRONG } },
    delete: { parameters, responses: { '204': { description: 'Gone.' }, ...WRONG } },
  };
  return createDocument({
    [listPath]: {
      get: { responses: { '200': list } },
      post: { requestBody, responses: { '200': respond(STORE), ...WRONG } },
    },
    ...(readPath === '' ? {} : { [readPath]: { get: read } }),
    [itemPath]: readPath === itemPath ? { get: read, ...changes } : changes,
  });
}

interface Store {
  id: number;
  name: string;
  address?: string;
  deletedAt?: string;
}

/** Stores with at most one fault. */
class Stores {
  readonly #stores = new Map<number, Store>();
  readonly #style: Required<Style>;
  readonly #fault: Fault;
  #made = 0;

  constructor(style: Required<Style>, fault: Fault) {
    this.#style = style;
    this.#fault = fault;
  }

  answer(received: ReceivedRequest): Answer {
    const { listPath, readPath } = this.#style;
    const { method, path } = received;
    if (path === listPath) return this.#answerAll(received);
    const [, key, slash] = /^\/stores\/([^/]+)(\/?)$/.exec(path) ?? [];
    if (key === undefined || (slash === '/') !== listPath.endsWith('/')) return { status: 404 };
    const allowed = ['PUT', 'DELETE', ...(readPath === '' ? [] : ['GET'])];
    if (!allowed.includes(method)) return { status: 405, headers: { allow: allowed.join(', ') } };
    const isNamed = method === 'GET' && readPath.includes('{name}');
    if (isNamed) return this.#readBy((one) => one.name === decode(key));
    return /^-?\d+$/.test(key) ? this.#answerOne(received, Number(key)) : { status: 422 };
  }

  #answerAll(received: ReceivedRequest): Answer {
    if (received.method === 'GET') return this.#respond([...this.#stores.values()]);
    if (received.method === 'POST') return this.#store(received, this.#made + 1);
    return { status: 405, headers: { allow: 'GET, POST' } };
  }

  #answerOne(received: ReceivedRequest, id: number): Answer {
    if (received.method === 'GET') return this.#readBy((store) => store.id === id);
    if (received.method === 'PUT') return this.#store(received, id);
    const store = this.#stores.get(id);
    if (!store) return { status: 404 };
    if (this.#fault === 'mark') store.deletedAt ??= '2026-11-29T00:00:00Z';
    else if (this.#fault !== 'delete') this.#stores.delete(id);
    return { status: 204 };
  }

  #readBy(isWanted: (store: Store) => boolean): Answer {
    const found = [...this.#stores.values()].find(isWanted);
    return found ? this.#respond(found) : { status: 404 };
  }

  #store({ json: sent, headers }: ReceivedRequest, id: number): Answer {
    if (!/^application\/json/i.test(String(headers['content-type'])) || !isInput(sent))
      return { status: 422 };
    const { name, address } = sent;
    const store: Store = { id, name, ...(address === undefined ? {} : { address }) };
    const isNew = id === this.#made + 1;
    if (!isNew && !this.#stores.has(id)) return { status: 404 };
    if (isNew) this.#made += 1;
    if (isNew || this.#fault !== 'put') this.#stores.set(id, store);
    return this.#respond(store);
  }

  #respond(value: unknown): Answer {
    return { status: 200, body: this.#style.represent(value) };
  }
}

function decode(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

function isInput(sent: unknown): sent is { name: string; address?: string } {
  const { name, address = 'x' } = Object(sent);
  const isName = (value: unknown) => typeof value === 'string' && value !== '' && [...value].length <= 40;
  return isName(name) && isName(address) && !Array.isArray(sent);
}

const STYLES: Readonly<Record<string, Style>> = {
  'with all schemas': {},
  'without schemas of responses': { describe: () => undefined },
  'with empty schemas': { describe: () => ({}) },
  'with an empty schema in an envelope': {
    describe: () => ({ type: 'object', properties: { success: { type: 'boolean' }, data: {} } }),
    represent: (data) => ({ success: true, data }),
  },
  'with an envelope that is named after the resource': {
    describe: (store) => ({ type: 'object', properties: { message: { type: 'string' }, store } }),
    represent: (store) => ({ message: 'Done.', store }),
  },
  'whose paths end with a slash': {
    readPath: '/stores/{store_id}/',
    itemPath: '/stores/{store_id}/',
    listPath: '/stores/',
  },
  'whose id has two names': { readPath: '/stores/{storeId}' },
  'that are read by their names': { readPath: '/stores/{name}' },
  'that only the list shows': { readPath: '' },
};

const EXPECTED = { none: [], mark: [], delete: ['deleted-readable'], put: ['update-lost'] };
const CASES = Object.keys(STYLES).flatMap((name) =>
  (['none', 'delete', 'put'] as const).map((fault) => [name, fault] as const),
);

test.each([...CASES, ['with all schemas', 'mark'] as const])(
  'stores %s, with the fault %s',
  async (name, fault) => {
    const style: Required<Style> = {
      describe: (schema) => schema,
      represent: (value) => value,
      readPath: '/stores/{id}',
      itemPath: '/stores/{id}',
      listPath: '/stores',
      ...STYLES[name],
    };
    const stores = new Stores(style, fault);
    await using server = await serve((received) => stores.answer(received));
    const { findings } = await testServer(describeStores(style), server.url, { propertyRuns: 3 });
    const checks = new Set(findings.map(({ check }) => check));
    const faults = ['deleted-readable', 'update-lost', 'delete-fails', 'read-fails', 'created-differs'];
    expect([...checks].filter((check) => faults.includes(check))).toEqual(EXPECTED[fault]);
  },
);
