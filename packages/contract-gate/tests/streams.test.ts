// A server of a document of OpenAPI 3.2: streams, QUERY, and a query that is one value, as they should be and as mutants.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const TASK = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const DATA = { type: 'string', contentMediaType: 'application/json', contentSchema: TASK };
const EVENT = { type: 'object', required: ['data'], properties: { event: { const: 'task' }, data: DATA } };
const FILTER = {
  type: 'object',
  properties: { limit: { type: 'integer', minimum: 1, maximum: 9 } },
  required: ['limit'],
  additionalProperties: false,
};
const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const responses = (content: JsonObject): JsonObject => ({
  responses: { '200': { description: 'Done.', content }, '4XX': { description: 'Wrong.' } },
});
const QUERY = [{ name: 'filter', in: 'querystring', required: true, content: json(FILTER) }];

const PATHS: JsonObject = {
  '/events': { get: { operationId: 'watch', ...responses({ 'text/event-stream': { itemSchema: EVENT } }) } },
  '/lines': { get: { operationId: 'lines', ...responses({ 'application/jsonl': { itemSchema: TASK } }) } },
  '/found': { get: { operationId: 'find', parameters: QUERY, ...responses(json(TASK)) } },
  '/search': {
    query: {
      operationId: 'search',
      requestBody: { required: true, content: json(FILTER) },
      ...responses(json(TASK)),
    },
  },
};

const ROUTES: Readonly<Record<string, string>> = {
  '/events': 'GET',
  '/lines': 'GET',
  '/found': 'GET',
  '/search': 'QUERY',
};

const stream = (type: string, text: string): Answer => ({
  status: 200,
  headers: { 'content-type': type },
  body: Buffer.from(text),
});

const isFilter = (value: unknown) => {
  const { limit, ...others } = Object(value);
  return Number.isInteger(limit) && limit >= 1 && limit <= 9 && Object.keys(others).length === 0;
};

function parseQuery(query: URLSearchParams): unknown {
  try {
    return JSON.parse(decodeURIComponent(query.toString().replace(/=$/, '').replaceAll('+', '%20')));
  } catch {
    return undefined;
  }
}

function answer({ method, path, query, headers, json: body }: ReceivedRequest): Answer {
  const allowed = ROUTES[path];
  if (allowed === undefined) return { status: 404 };
  if (method !== allowed && !(method === 'HEAD' && allowed === 'GET')) {
    return { status: 405, headers: { allow: allowed } };
  }
  if (path === '/events') return stream('text/event-stream', 'event: task\ndata: {"id":1}\n\n');
  if (path === '/lines') return stream('application/jsonl', '{"id":1}\n{"id":2}\n');
  if (path === '/found')
    return isFilter(parseQuery(query)) ? { status: 200, body: { id: 1 } } : { status: 400 };
  if (!/^application\/json(?:;|$)/i.test(String(headers['content-type']))) return { status: 415 };
  return isFilter(body) ? { status: 200, body: { id: 1 } } : { status: 400 };
}

async function listFindings(respond: typeof answer): Promise<string[]> {
  await using server = await serve(respond);
  const document = { ...createDocument(PATHS), openapi: '3.2.0' };
  const { findings } = await testServer(document, server.url, { propertyRuns: 10 });
  return findings.map(({ check, operation }) => `${check} ${operation}`);
}

test('finds nothing about a server that is right', async () => {
  expect(await listFindings(answer)).toEqual([]);
});

test.each<[string, string, Answer, string]>([
  ['an event with wrong data', '/events', stream('text/event-stream', 'data: {"id":"x"}\n\n'), 'GET /events'],
  ['a line that is no JSON', '/lines', stream('application/jsonl', '{"id":1}\nnone\n'), 'GET /lines'],
])('finds %s', async (...[, path, wrong, operation]) => {
  const findings = await listFindings((received) =>
    received.path === path && received.method === 'GET' ? wrong : answer(received),
  );
  expect(findings).toContain(`body-item-schema ${operation}`);
});

test('finds a QUERY operation that accepts an invalid body', async () => {
  const findings = await listFindings((received) =>
    received.path === '/search' && received.method === 'QUERY' && received.json !== undefined
      ? { status: 200, body: { id: 1 } }
      : answer(received),
  );
  expect(findings).toContain('invalid-request-accepted QUERY /search');
});
