import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const THING = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const INPUT = {
  type: 'object',
  properties: { callback: { type: 'string', format: 'uri' }, name: { type: 'string' } },
  examples: [{ callback: 'https://somebody.example/hook' }],
};
const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const response = (schema: JsonObject): JsonObject => ({ description: 'Done.', content: json(schema) });
const EVENT = {
  post: { requestBody: { content: json(THING) }, responses: { '204': { description: 'Received.' } } },
};
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const WRONG = { '4XX': { description: 'Wrong.' } };

const DOCUMENT = createDocument({
  '/things': {
    get: {
      parameters: [{ name: 'cursor', in: 'query', schema: { type: 'string' } }],
      responses: {
        '200': response({ type: 'object', properties: { items: { type: 'array', items: THING } } }),
        '302': { description: 'Elsewhere.' },
        ...WRONG,
      },
    },
    post: {
      requestBody: { required: true, content: json(INPUT) },
      responses: { '201': response(THING), ...WRONG },
      callbacks: { done: { '{$request.body#/callback}': EVENT } },
    },
  },
  '/things/{id}': {
    parameters: [ID],
    get: { responses: { '200': response(THING), ...WRONG } },
    delete: { responses: { '204': { description: 'Gone.' }, ...WRONG } },
  },
});

/** A server of things whose every link leads to another server. */
class Shelf {
  readonly things = new Map<string, object>();
  readonly addresses: string[] = [];
  readonly #other: string;
  made = 0;

  constructor(other: string) {
    this.#other = other;
  }

  answer(received: ReceivedRequest): Answer {
    const id = /^\/things\/(.+)$/.exec(received.path)?.[1];
    if (id !== undefined) return this.#one(received.method, id);
    if (received.method === 'GET') return this.#list(received.query);
    return received.method === 'POST'
      ? this.#create(received.json)
      : { status: 405, headers: { allow: 'GET, POST' } };
  }

  #list(query: URLSearchParams): Answer {
    if (query.has('cursor')) return { status: 302, headers: { location: `${this.#other}moved` } };
    const headers = { link: `<${this.#other}things?cursor=2>; rel="next"` };
    return { status: 200, headers, body: { items: [...this.things.values()], next: `${this.#other}things` } };
  }

  #create(body: unknown): Answer {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return { status: 400 };
    this.made += 1;
    const thing = { id: `t${this.made}` };
    this.things.set(thing.id, thing);
    if ('callback' in body) this.addresses.push(String(body.callback));
    return { status: 201, headers: { location: `${this.#other}things/${thing.id}` }, body: thing };
  }

  #one(method: string, id: string): Answer {
    const thing = this.things.get(id);
    if (!thing) return { status: 404 };
    if (method === 'GET') return { status: 200, body: thing };
    if (method !== 'DELETE') return { status: 405, headers: { allow: 'GET, DELETE' } };
    this.things.delete(id);
    return { status: 204 };
  }
}

test('nothing is sent to another address than the server’s, and what was made is deleted', async () => {
  await using elsewhere = await serve(() => ({ status: 200, body: {} }));
  const other = elsewhere.url.href;
  const shelf = new Shelf(other);
  await using server = await serve((received) => shelf.answer(received));
  await testServer(DOCUMENT, server.url, { callbacks: { waitMs: 2_000 } });
  expect(shelf.made).toBeGreaterThan(5);
  expect(elsewhere.requests).toEqual([]);
  expect([...shelf.things.keys()]).toEqual([]);
  // An example of somebody's address is never asked to be called back.
  expect(shelf.addresses.filter((address) => address.includes('somebody.example'))).toEqual([]);
});

test('a rate is kept', async () => {
  const at: number[] = [];
  await using server = await serve(() => {
    at.push(performance.now());
    return { status: 200, body: { id: 'a' } };
  });
  const document = createDocument({ '/thing': { get: { responses: { '200': response(THING) } } } });
  const { statistics } = await testServer(document, server.url, { rate: 20, workers: 4, propertyRuns: 1 });
  const seconds = ((at.at(-1) ?? 0) - (at[0] ?? 0)) / 1_000;
  expect(statistics.requests).toBeGreaterThan(10);
  expect(at.length / seconds).toBeLessThan(25);
});
