// Servers that conform, and a fault in each that is found only if the ids of bodies, lists and paths are connected.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const object = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const json = (schema: JsonObject, media = 'application/json'): JsonObject => ({ [media]: { schema } });
const responses = (success: JsonObject, ...statuses: number[]): JsonObject => ({
  ...success,
  ...Object.fromEntries(statuses.map((status) => [status, { description: 'Not possible.' }])),
});
const path = (name: string, schema: JsonObject): JsonObject => ({ name, in: 'path', required: true, schema });

const TEXT: JsonObject = { type: 'string', minLength: 1, maxLength: 20 };
const UUID: JsonObject = { type: 'string', format: 'uuid' };
const IS_UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

class Rejected extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`Rejected with ${status}.`);
    this.status = status;
  }
}

function requireThat(isMet: boolean, status: number): asserts isMet {
  if (!isMet) throw new Rejected(status);
}

function readObject(received: ReceivedRequest, names: readonly string[], value = received.json): JsonObject {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || Object.keys(value).some((name) => !names.includes(name))) throw new Rejected(400);
  return value as JsonObject;
}

function readText(value: unknown): string {
  if (typeof value === 'string' && value !== '' && [...value].length <= 20) return value;
  throw new Rejected(400);
}

function requireType({ headers }: ReceivedRequest, media: RegExp): void {
  requireThat(media.test(String(headers['content-type'])), 415);
}

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

interface TestCase {
  title: string;
  paths: JsonObject;
  /** Creates the server; with the fault, it breaks its document. */
  create: (isFaulty: boolean) => (received: ReceivedRequest) => Answer;
  /** The check that finds the fault. */
  check: string;
}

const ITEM = object({ itemId: { type: 'integer' }, name: TEXT });
const renamed: TestCase = {
  title: 'the body repeats the id of the path by another name',
  paths: {
    '/items': {
      post: {
        requestBody: { required: true, content: json(object({ name: TEXT })) },
        responses: responses({ 201: { description: 'Created.', content: json(ITEM) } }, 400, 415),
      },
    },
    '/items/{id}': {
      parameters: [path('id', { type: 'integer' })],
      get: { responses: responses({ 200: { description: 'The item.', content: json(ITEM) } }, 400, 404) },
      put: {
        requestBody: { required: true, content: json(ITEM) },
        responses: responses({ 200: { description: 'Changed.', content: json(ITEM) } }, 400, 404, 409, 415),
      },
    },
  },
  check: 'update-lost',
  create: (isFaulty) => {
    const items: { itemId: number; name: string }[] = [];
    return (received) => {
      const [, , id] = received.path.split('/');
      if (id === undefined) {
        requireType(received, JSON_TYPE);
        const item = { itemId: items.length + 1, name: readText(readObject(received, ['name']).name) };
        items.push(item);
        return { status: 201, body: item };
      }
      requireThat(/^-?\d+$/.test(id), 400);
      const item = items[Number(id) - 1];
      requireThat(item !== undefined, 404);
      if (received.method === 'GET') return { status: 200, body: item };
      requireType(received, JSON_TYPE);
      const { itemId, name } = readObject(received, ['itemId', 'name']);
      const text = readText(name);
      requireThat(Number.isInteger(itemId), 400);
      requireThat(itemId === item.itemId, 409);
      if (!isFaulty) item.name = text;
      return { status: 200, body: item };
    };
  },
};

const API = 'application/vnd.api+json';
const ATTRIBUTES = object({ title: TEXT });
const TYPE: JsonObject = { type: 'string', enum: ['articles'] };
const ARTICLE = object({ data: object({ type: TYPE, id: UUID, attributes: ATTRIBUTES }) });
const article = (description: string): JsonObject => ({ description, content: json(ARTICLE, API) });
const jsonApi: TestCase = {
  title: 'JSON:API, whose media type takes no parameters',
  paths: {
    '/articles': {
      post: {
        requestBody: {
          required: true,
          content: json(object({ data: object({ type: TYPE, attributes: ATTRIBUTES }) }), API),
        },
        responses: responses({ 201: article('Created.') }, 400, 415),
      },
    },
    '/articles/{id}': {
      parameters: [path('id', UUID)],
      get: { responses: responses({ 200: article('The article.') }, 400, 404) },
      patch: {
        requestBody: { required: true, content: json(ARTICLE, API) },
        responses: responses({ 200: article('Changed.') }, 400, 404, 409, 415),
      },
    },
  },
  check: 'update-lost',
  create: (isFaulty) => {
    const articles = new Map<string, JsonObject>();
    const headers = { 'content-type': API };
    const read = (received: ReceivedRequest, names: readonly string[]) => {
      requireType(received, /^application\/vnd\.api\+json\s*$/i);
      const data = readObject(received, names, readObject(received, ['data']).data);
      requireThat(data.type === 'articles', 400);
      const attributes = readObject(received, ['title'], data.attributes);
      return { id: data.id, attributes: { title: readText(attributes.title) } };
    };
    return (received) => {
      const [, , id] = received.path.split('/');
      if (id === undefined) {
        const { attributes } = read(received, ['type', 'attributes']);
        const data = { type: 'articles', id: crypto.randomUUID(), attributes };
        articles.set(data.id, data);
        return { status: 201, headers, body: { data } };
      }
      requireThat(IS_UUID.test(id), 400);
      const data = articles.get(id.toLowerCase());
      requireThat(data !== undefined, 404);
      if (received.method === 'PATCH') {
        const change = read(received, ['type', 'id', 'attributes']);
        requireThat(IS_UUID.test(String(change.id)), 400);
        requireThat(String(change.id).toLowerCase() === data.id, 409);
        if (!isFaulty) data.attributes = change.attributes;
      }
      return { status: 200, headers, body: { data } };
    };
  },
};

const STATUS = object({ status: { type: 'string', enum: ['open', 'cancelled'] } });
const partsAlone: TestCase = {
  title: 'only a part of a created resource can be read',
  paths: {
    '/orders': {
      post: {
        requestBody: { required: true, content: json(object({ item: TEXT })) },
        responses: responses(
          { 201: { description: 'Created.', content: json(object({ orderId: UUID })) } },
          400,
          415,
        ),
      },
    },
    '/orders/{orderId}/status': {
      get: {
        parameters: [path('orderId', UUID)],
        responses: responses({ 200: { description: 'The status.', content: json(STATUS) } }, 400, 404),
      },
    },
  },
  check: 'body-schema',
  create: (isFaulty) => {
    const orders = new Set<string>();
    return (received) => {
      const [, , orderId] = received.path.split('/');
      if (orderId === undefined) {
        requireType(received, JSON_TYPE);
        readText(readObject(received, ['item']).item);
        const id = crypto.randomUUID();
        orders.add(id);
        return { status: 201, body: { orderId: id } };
      }
      requireThat(IS_UUID.test(orderId), 400);
      requireThat(orders.has(orderId.toLowerCase()), 404);
      return { status: 200, body: { status: isFaulty ? 'lost' : 'open' } };
    };
  },
};

const BOOK = object({ title: TEXT });
const listedParent: TestCase = {
  title: 'a PUT below a parent that only a list shows',
  paths: {
    '/shelves': {
      get: {
        responses: {
          200: {
            description: 'All.',
            content: json({ type: 'array', items: object({ id: { type: 'integer' } }) }),
          },
        },
      },
    },
    '/shelves/{shelf}/books/{book}': {
      parameters: [
        path('shelf', { type: 'integer', minimum: 1 }),
        path('book', { type: 'string', pattern: '^[a-z0-9-]{1,40}$' }),
      ],
      put: {
        requestBody: { required: true, content: json(BOOK) },
        responses: responses(
          {
            200: { description: 'Replaced.', content: json(BOOK) },
            201: { description: 'Stored.', content: json(BOOK) },
          },
          400,
          404,
          415,
        ),
      },
      get: { responses: responses({ 200: { description: 'The book.', content: json(BOOK) } }, 400, 404) },
      delete: { responses: responses({ 204: { description: 'Deleted.' } }, 400, 404) },
    },
  },
  check: 'body-schema',
  create: (isFaulty) => {
    const books = new Map<string, JsonObject>();
    return (received) => {
      const [, , shelf, , book = ''] = received.path.split('/');
      if (shelf === undefined) return { status: 200, body: [{ id: 123 }, { id: 124 }] };
      requireThat(/^[1-9]\d*$/.test(shelf) && /^[a-z0-9-]{1,40}$/.test(book), 400);
      requireThat(['123', '124'].includes(shelf), 404);
      const stored = books.get(received.path);
      if (received.method === 'PUT') {
        requireType(received, JSON_TYPE);
        const body = { title: readText(readObject(received, ['title']).title) };
        books.set(received.path, body);
        return { status: stored === undefined ? 201 : 200, body };
      }
      requireThat(stored !== undefined, 404);
      if (received.method !== 'DELETE') return { status: 200, body: isFaulty ? { title: 5 } : stored };
      books.delete(received.path);
      return { status: 204 };
    };
  },
};

const CASES = [renamed, jsonApi, partsAlone, listedParent].flatMap((testCase) =>
  [false, true].map((isFaulty) => ({ ...testCase, isFaulty })),
);

test.each(CASES)('$title: faulty $isFaulty', async ({ paths, create, check, isFaulty }) => {
  const answer = create(isFaulty);
  const allowed = (requested: string) =>
    Object.keys(paths).filter((template) => template.split('/').length === requested.split('/').length)[0] ??
    '';
  await using server = await serve((received) => {
    const methods = Object.keys(Object(paths[allowed(received.path)])).filter(
      (name) => name !== 'parameters',
    );
    const method = received.method === 'HEAD' ? 'GET' : received.method;
    if (!methods.includes(method.toLowerCase()))
      return { status: 405, headers: { allow: methods.join(', ').toUpperCase() } };
    try {
      return answer({ ...received, method });
    } catch (error) {
      if (error instanceof Rejected) return { status: error.status };
      throw error;
    }
  });
  const { findings } = await testServer(createDocument(paths), server.url, { propertyRuns: 5 });
  const serious = findings.filter(({ severity }) => severity !== 'note').map((finding) => finding.check);
  expect([...new Set(serious)]).toEqual(isFaulty ? expect.arrayContaining([check]) : []);
});
