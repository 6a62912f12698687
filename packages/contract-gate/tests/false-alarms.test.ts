// Conforming servers with habits of common frameworks: no finding may result.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const result = (schema: JsonObject): JsonObject => ({ description: 'Done.', content: json(schema) });
const WRONG: JsonObject = { '4XX': { description: 'Wrong.' } };
const ID: JsonObject = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const NAME: JsonObject = { type: 'string', minLength: 1, maxLength: 40 };
const INPUT: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: NAME },
};
const REPLACEMENT: JsonObject = { ...INPUT, properties: { id: { type: 'string' }, name: NAME } };
const THING: JsonObject = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
};

const REPLACED = createDocument({
  '/things': {
    post: {
      requestBody: { required: true, content: json(INPUT) },
      responses: { '201': result(THING), ...WRONG },
    },
  },
  '/things/mine': {
    get: { responses: { '200': result({ type: 'object' }), '503': { description: 'Busy.' }, ...WRONG } },
  },
  '/things/{id}': {
    parameters: [ID],
    get: { responses: { '200': result(THING), ...WRONG } },
    put: {
      requestBody: { required: true, content: json(REPLACEMENT) },
      responses: { '200': result(THING), ...WRONG },
    },
    delete: { responses: { '204': { description: 'Gone.' }, ...WRONG } },
  },
});

/** Things whose ids clients may repeat in the body. */
class Things {
  readonly #things = new Map<string, object>();
  #made = 0;
  #reads = 0;

  answer(received: ReceivedRequest): Answer {
    const { method, path } = received;
    if (path === '/things/mine') return this.#mine(method);
    const id = /^\/things\/([^/]+)$/.exec(path)?.[1];
    if (path === '/things' && method === 'POST') {
      this.#made += 1;
      return this.#store(received, `t${this.#made}`, 201);
    }
    if (path === '/things') return { status: 405, headers: { allow: 'POST' } };
    if (id === undefined) return { status: 404 };
    if (!['GET', 'PUT', 'DELETE'].includes(method))
      return { status: 405, headers: { allow: 'GET, PUT, DELETE' } };
    const thing = this.#things.get(id);
    if (!thing) return { status: 404 };
    if (method === 'GET') return { status: 200, body: thing };
    if (method === 'PUT') return this.#store(received, id, 200);
    this.#things.delete(id);
    // FastAPI and others send the default Content-Type with an empty response.
    return { status: 204, headers: { 'content-type': 'application/json' } };
  }

  #mine(method: string): Answer {
    if (method !== 'GET') return { status: 405, headers: { allow: 'GET' } };
    this.#reads += 1;
    return this.#reads % 3 !== 0 ? { status: 200, body: {} } : { status: 503 };
  }

  #store({ json: sent, headers }: ReceivedRequest, id: string, status: number): Answer {
    if (!/^application\/json/i.test(String(headers['content-type']))) return { status: 415 };
    if (!isInput(sent, status === 200)) return { status: 400 };
    const thing = { ...sent, id };
    this.#things.set(id, thing);
    return { status, body: thing };
  }
}

function isInput(sent: unknown, hasId = false): sent is { name: string } {
  const { name, id, ...others } = Object(sent);
  const isText = typeof name === 'string' && (id === undefined || (hasId && typeof id === 'string'));
  return isText && Object.keys(others).length === 0 && [...name].length >= 1 && [...name].length <= 40;
}

test('a path beside a template, an id in the path and in the body, an empty 204 and a documented 503', async () => {
  const things = new Things();
  await using server = await serve((received) => things.answer(received));
  const { findings } = await testServer(REPLACED, server.url);
  expect(findings.map(({ check, operation, message }) => [check, operation, message])).toEqual([]);
});

const EVENTS: JsonObject = {
  type: 'array',
  minItems: 1,
  items: { enum: ['thing.created', 'thing.deleted'] },
};
const HOOK: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['url', 'events'],
  properties: { url: { type: 'string', format: 'uri' }, events: EVENTS },
};
const EVENT: JsonObject = {
  type: 'object',
  required: ['id', 'webhook_id', 'type'],
  properties: { id: { type: 'string' }, webhook_id: { type: 'string' }, type: { type: 'string' } },
};
const SUBSCRIBED = createDocument({
  '/things': {
    post: {
      requestBody: { required: true, content: json(INPUT) },
      responses: { '201': result(THING), ...WRONG },
    },
  },
  '/hooks': {
    post: {
      requestBody: { required: true, content: json(HOOK) },
      responses: {
        '201': result({ type: 'object', required: ['id'], properties: { id: { type: 'string' } } }),
        ...WRONG,
      },
      callbacks: {
        event: {
          '{$request.body#/url}': {
            post: {
              parameters: [{ name: 'webhook-id', in: 'header', required: true, schema: { type: 'string' } }],
              requestBody: { required: true, content: json(EVENT) },
              responses: { '204': { description: 'Received.' } },
            },
          },
        },
      },
    },
  },
});

/** Things that announce their creation to the subscribed addresses. */
class Announced {
  readonly #hooks = new Map<string, string>();
  readonly #type: unknown;
  #made = 0;

  constructor(type: unknown) {
    this.#type = type;
  }

  async answer({ method, path, json: sent, headers }: ReceivedRequest): Promise<Answer> {
    if (path !== '/things' && path !== '/hooks') return { status: 404 };
    if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
    if (!/^application\/json/i.test(String(headers['content-type']))) return { status: 415 };
    this.#made += 1;
    const id = `i${this.#made}`;
    if (path === '/hooks') return this.#subscribe(id, sent);
    if (!isInput(sent)) return { status: 400 };
    await Promise.all([...this.#hooks].map((hook) => this.#announce(hook)));
    return { status: 201, body: { ...sent, id } };
  }

  #subscribe(id: string, sent: unknown): Answer {
    const { url, events, ...others } = Object(sent);
    const isKnown = (one: unknown) => one === 'thing.created' || one === 'thing.deleted';
    const isValid = URL.canParse(url) && Array.isArray(events) && events.length > 0 && events.every(isKnown);
    if (typeof url !== 'string' || !isValid || Object.keys(others).length > 0) return { status: 400 };
    if (events.includes('thing.created') && url.startsWith('http://127.0.0.1:')) this.#hooks.set(id, url);
    return { status: 201, body: { id } };
  }

  async #announce([hook, url]: readonly [string, string]): Promise<void> {
    const body = JSON.stringify({ id: 'evt', webhook_id: hook, type: this.#type });
    const headers = { 'content-type': 'application/json', 'webhook-id': 'msg_1' };
    await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
  }
}

test.each<[type: unknown, checks: string[]]>([
  ['thing.created', []],
  [7, ['callback-body']],
])(
  'events of type %s that a subscription receives later are checked by their schema',
  async (type, checks) => {
    const announced = new Announced(type);
    await using server = await serve((received) => announced.answer(received));
    const { findings } = await testServer(SUBSCRIBED, server.url, { callbacks: { waitMs: 2_000 } });
    expect(findings.map(({ check }) => check)).toEqual(checks);
  },
);

const LOCKED = createDocument({
  '/locked': {
    post: {
      requestBody: { required: true, content: json(INPUT) },
      responses: { '201': result(THING), ...WRONG },
    },
  },
});

test('an operation that rejects every request is one warning', async () => {
  await using server = await serve(({ method, path }) => {
    if (path !== '/locked') return { status: 404 };
    return method === 'POST' ? { status: 422 } : { status: 405, headers: { allow: 'POST' } };
  });
  const { findings, coverage } = await testServer(LOCKED, server.url, { allowUnreached: true });
  expect(findings.map(({ check, severity }) => [check, severity])).toEqual([
    ['operation-unreached', 'warning'],
  ]);
  expect(coverage.filter(({ kind, count }) => kind === 'keyword' && count > 0)).toEqual([]);
});

const LOCK: JsonObject = { type: 'object', properties: { enabled: { type: 'boolean' } } };
const ORDER: JsonObject = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, lock: LOCK, link: { type: 'string', format: 'uri', default: '' } },
};
const ORDER_INPUT: JsonObject = {
  type: 'object',
  properties: {
    id: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    lock: { type: 'boolean' },
    link: { type: 'string', default: '' },
  },
};
const ORDER_BODY: JsonObject = { required: true, content: json(ORDER_INPUT) };

const ORDERS = createDocument({
  '/orders': { post: { requestBody: ORDER_BODY, responses: { '201': result(ORDER), ...WRONG } } },
  '/orders/{id}': {
    parameters: [{ ...ID, schema: { type: 'integer' } }],
    get: { responses: { '200': result(ORDER), ...WRONG } },
    put: { requestBody: ORDER_BODY, responses: { '200': result(ORDER), ...WRONG } },
    delete: { responses: { '204': { description: 'Gone.' }, ...WRONG } },
  },
});

/** Orders that show another form of what requests set, and reject ids that exist. */
class Orders {
  readonly #ids = new Set(Array.from({ length: 100 }, (_, index) => index + 41));
  #made = 0;

  answer({ method, path, json: sent, headers }: ReceivedRequest): Answer {
    const [, text] = /^\/orders\/([^/]+)$/.exec(path) ?? [];
    const allow = text === undefined ? 'POST' : 'GET, PUT, DELETE';
    if (path !== '/orders' && text === undefined) return { status: 404 };
    if (!allow.split(', ').includes(method)) return { status: 405, headers: { allow } };
    if (method === 'POST' || method === 'PUT') {
      if (!/^application\/json/i.test(String(headers['content-type']))) return { status: 415 };
      if (!isOrder(sent)) return { status: 400 };
    }
    return text === undefined ? this.#create(Object(sent).id) : this.#serve(method, Number(text));
  }

  #create(chosen: number | undefined): Answer {
    this.#made += 1;
    const id = chosen ?? 10_000_000 + this.#made;
    if (this.#ids.has(id)) return { status: 400 };
    this.#ids.add(id);
    return { status: 201, body: show(id) };
  }

  #serve(method: string, id: number): Answer {
    if (!Number.isInteger(id) || !this.#ids.has(id)) return { status: 404 };
    if (method !== 'DELETE') return { status: 200, body: show(id) };
    this.#ids.delete(id);
    return { status: 204 };
  }
}

const show = (id: number) => ({ id, lock: { enabled: true }, link: 'https://example.com/' });

function isOrder(sent: unknown): boolean {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return false;
  const { id = 1, lock = false, link = '' } = sent as Record<string, unknown>;
  const isId = Number.isInteger(id) && Number(id) >= 1 && Number(id) <= 1_000_000;
  return isId && typeof lock === 'boolean' && typeof link === 'string';
}

test.each([1, 4])('ids that exist, and values that responses show in another form, seed %i', async (seed) => {
  const orders = new Orders();
  await using server = await serve((received) => orders.answer(received));
  const { findings } = await testServer(ORDERS, server.url, { seed });
  expect(findings.map(({ check, operation, message }) => [check, operation, message])).toEqual([]);
});
