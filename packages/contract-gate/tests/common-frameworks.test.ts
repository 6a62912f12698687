// Servers that conform: none of their behavior is reported, and each of their operations is reached.
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import type { ConformanceOptions } from '../src/index.ts';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const response = (schema: JsonObject): JsonObject => ({ description: 'Done.', content: json(schema) });
const object = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const pathParameter = (schema: JsonObject): JsonValue => [{ name: 'id', in: 'path', required: true, schema }];
const WRONG = { '4XX': { description: 'Wrong.' } };
/** Tests a server; lists the findings and the operations that were not reached. */
async function collectFindings(
  paths: JsonObject,
  answer: (received: ReceivedRequest) => Answer,
  options: Partial<ConformanceOptions> = {},
): Promise<string[]> {
  await using server = await serve(answer);
  const { findings } = await testServer(createDocument(paths), server.url, { propertyRuns: 10, ...options });
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`);
}

type Handler = (received: ReceivedRequest, id: string) => Answer;

/** Answers by method and path, and refuses everything else. */
function routed(routes: Readonly<Record<string, Handler>>): (received: ReceivedRequest) => Answer {
  return (received) => {
    const [, kind = '', id = '', rest = ''] =
      /^(\/[a-z]+)(?:\/([^/]+))?(\/[a-z]+)?$/.exec(received.path) ?? [];
    const path = `${kind}${id === '' ? '' : '/{id}'}${rest}`;
    const handler = routes[`${received.method} ${path}`];
    const isJson = /^application\/json(?:;|$)/i.test(String(received.headers['content-type']));
    if (handler && received.bytes.length > 0 && !isJson) return { status: 415 };
    if (handler) return handler(received, id);
    const here = Object.keys(routes).flatMap((route) =>
      route.endsWith(` ${path}`) ? route.split(' ')[0] : [],
    );
    return here.length > 0 ? { status: 405, headers: { allow: here.join(', ') } } : { status: 404 };
  };
}

type Members = Readonly<Record<string, (value: unknown) => boolean>>;

/** Reads a body of known members; undefined where one of them is wrong, or the first one is not there. */
function read(body: unknown, members: Members): Record<string, unknown> | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const [first = ''] = Object.keys(members);
  const isRight = Object.entries(body).every(
    ([name, value]) => Object.hasOwn(members, name) && members[name]?.(value),
  );
  return isRight && Object.hasOwn(body, first) ? { ...body } : undefined;
}

const isLabels = (value: unknown) =>
  Array.isArray(value) &&
  value.length <= 3 &&
  value.every((one) => typeof one === 'string' && /^[a-z]{1,9}$/.test(one));

test('a resource may name its id in its own way, and what a PUT omits may be shown as empty', async () => {
  const labels = { type: 'array', items: { type: 'string', pattern: '^[a-z]{1,9}$' }, maxItems: 3 };
  const text = { type: 'string', minLength: 1, maxLength: 20 };
  const row = object({ position: { type: 'integer' }, text, labels });
  const rows = new Map<string, object>();
  const put: Handler = ({ json: body }, id) => {
    const isTextual = (value: unknown) => typeof value === 'string' && /^.{1,20}$/su.test(value);
    const given = read(body, { text: isTextual, labels: isLabels });
    if (!/^[1-9]\d?$/.test(id) || Number(id) > 60 || !given) return { status: 422 };
    const status = rows.has(id) ? 200 : 201;
    rows.set(id, { labels: [], ...given, position: Number(id) });
    return { status, body: rows.get(id) };
  };
  const one = (_received: ReceivedRequest, id: string) =>
    rows.has(id) ? { status: 200, body: rows.get(id) } : { status: 404 };
  const found = await collectFindings(
    {
      '/rows': { get: { responses: { '200': response({ type: 'array', items: row }) } } },
      '/rows/{id}': {
        parameters: pathParameter({ type: 'integer', minimum: 1, maximum: 60 }),
        get: { responses: { '200': response(row), ...WRONG } },
        put: {
          requestBody: { required: true, content: json(object({ text, labels }, ['text'])) },
          responses: { '200': response(row), '201': response(row), ...WRONG },
        },
        delete: { responses: { '204': { description: 'Gone.' }, ...WRONG } },
      },
    },
    routed({
      'GET /rows': () => ({ status: 200, body: [...rows.values()] }),
      'GET /rows/{id}': one,
      'PUT /rows/{id}': put,
      'DELETE /rows/{id}': (_received, id) => ({ status: rows.delete(id) ? 204 : 404 }),
    }),
  );
  expect(found).toEqual([]);
});

test('a file of a form is sent with a name and its media type', async () => {
  const parts: string[] = [];
  const answer = ({ method, headers, bytes }: ReceivedRequest): Answer => {
    if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
    if (!String(headers['content-type']).startsWith('multipart/form-data')) return { status: 415 };
    const form = bytes.toString('latin1');
    if (/name="photo"; filename="[^"]+"\r\nContent-Type: image\/png\r\n/.test(form)) parts.push('photo');
    if (/name="scan"; filename="[^"]+"\r\nContent-Type: application\/octet-stream\r\n/.test(form))
      parts.push('scan');
    if (/name="about"\r\nContent-Type: application\/json\r\n/.test(form)) parts.push('about');
    if (/name="title"\r\n\r\n/.test(form)) parts.push('title');
    return { status: 422 };
  };
  const form = object({
    photo: { type: 'string', contentMediaType: 'image/png' },
    scan: { $ref: '#/components/schemas/File' },
    about: { type: 'object' },
    title: { type: 'string' },
  });
  const encoding = { about: { contentType: 'application/json' } };
  const content = { 'multipart/form-data': { schema: form, encoding } };
  await using server = await serve(answer);
  const post = {
    requestBody: { required: true, content },
    responses: { '204': { description: 'Kept.' }, ...WRONG },
  };
  const components = { schemas: { File: { type: 'string', format: 'binary' } } };
  await testServer(createDocument({ '/photos': { post } }, { components }), server.url, { propertyRuns: 1 });
  expect(new Set(parts)).toEqual(new Set(['photo', 'scan', 'about', 'title']));
});

const ORDER = object({
  id: { type: 'string' },
  state: { enum: ['open', 'closed'] },
  note: { type: 'string' },
});
const NOTE = object({ note: { type: 'string' } });
const IF_MATCH = { name: 'If-Match', in: 'header', schema: { type: 'string' } };
const CURSOR = { name: 'cursor', in: 'query', schema: { type: 'string' } };
const STATE = { name: 'state', in: 'query', schema: { enum: ['open', 'closed'] } };

const ORDERS: JsonObject = {
  '/orders': {
    get: {
      parameters: [CURSOR, STATE],
      responses: {
        '200': response({ type: 'array', items: ORDER }),
        '400': { description: 'No such cursor.' },
        ...WRONG,
      },
    },
    post: {
      requestBody: { required: true, content: json(NOTE) },
      responses: { '201': response(ORDER), ...WRONG },
    },
  },
  '/orders/{id}': {
    parameters: pathParameter({ type: 'string' }),
    patch: {
      parameters: [IF_MATCH],
      requestBody: { required: true, content: json(NOTE) },
      responses: { '200': response(ORDER), ...WRONG },
    },
  },
  '/orders/{id}/close': {
    parameters: pathParameter({ type: 'string' }),
    post: { responses: { '200': response(ORDER), ...WRONG } },
  },
};

interface Order {
  id: string;
  state: string;
  note: unknown;
}

test('a resource that is past a request, and values that only servers know, keep no operation from being reached', async () => {
  const orders = new Map<string, Order>();
  const isNote = (value: unknown) => typeof value === 'string';
  const list: Handler = ({ query }) => {
    const state = query.get('state') ?? 'any';
    if (query.has('cursor')) return { status: 400 };
    if (!['any', 'closed', 'open'].includes(state)) return { status: 422 };
    return {
      status: 200,
      body: [...orders.values()].filter((one) => state === 'any' || one.state === state),
    };
  };
  const make: Handler = ({ json: body }) => {
    const given = read(body, { note: isNote });
    const order = { id: `o${orders.size + 1}`, state: 'open', note: given?.note };
    if (given) orders.set(order.id, order);
    return given ? { status: 201, body: order } : { status: 422 };
  };
  const change: Handler = ({ json: body, headers }, id) => {
    const order = orders.get(id);
    const given = read(body, { note: isNote });
    if (!order || !given) return { status: order ? 422 : 404 };
    if (headers['if-match'] !== undefined) return { status: 412 };
    if (order.state === 'closed') return { status: 409 };
    order.note = given.note;
    return { status: 200, body: order };
  };
  const close: Handler = (_received, id) => {
    const order = orders.get(id);
    if (order?.state !== 'open') return { status: order ? 409 : 404 };
    order.state = 'closed';
    return { status: 200, body: order };
  };
  const routes = {
    'GET /orders': list,
    'POST /orders': make,
    'PATCH /orders/{id}': change,
    'POST /orders/{id}/close': close,
  };
  expect(await collectFindings(ORDERS, routed(routes))).toEqual([]);
});

test('reads a resource at the location that its creation returns, even on another path', async () => {
  const job = { $ref: '#/components/schemas/Job' };
  const paths = {
    '/exports': { post: { responses: { '202': response(job), ...WRONG } } },
    '/jobs/{id}': {
      parameters: pathParameter({ type: 'string' }),
      get: { responses: { '200': response(job), ...WRONG } },
    },
  };
  const jobs = new Set<string>();
  const answer = routed({
    'POST /exports': () => {
      const job = `j${jobs.size}`;
      jobs.add(job);
      return { status: 202, headers: { location: `/jobs/${job}` }, body: { job } };
    },
    'GET /jobs/{id}': (_received, id) =>
      jobs.has(id) ? { status: 200, body: { job: id } } : { status: 404 },
  });
  await using server = await serve(answer);
  const components = { schemas: { Job: object({ job: { type: 'string' } }) } };
  const { findings } = await testServer(createDocument(paths, { components }), server.url, {
    propertyRuns: 1,
  });
  expect(findings.map(({ check, operation }) => `${check} ${operation}`)).toEqual([]);
});
