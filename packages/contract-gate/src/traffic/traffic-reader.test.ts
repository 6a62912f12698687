import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import type { TrafficExchange } from './traffic-exchange.ts';
import { TrafficReader } from './traffic-reader.ts';

const json = (schema: JsonObject) => ({ 'application/json': { schema } });
const item = { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 5 } } };
const model = readModel(
  {
    openapi: '3.1.0',
    info: { title: 'Items', version: '1.0.0' },
    servers: [{ url: 'https://api.example.com/v1' }],
    paths: {
      '/items/{id}': {
        get: {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'limit', in: 'query', schema: { type: 'integer' } },
          ],
          responses: {
            200: { description: 'ok', content: json(item) },
            404: { description: 'unknown' },
          },
        },
        put: {
          requestBody: { required: true, content: json(item) },
          responses: { 204: { description: 'changed' } },
        },
      },
    },
  },
  'items.json',
);

const JSON_TYPE = [['Content-Type', 'application/json']] as const;

function createExchange(
  method: string,
  path: string,
  bodies: { sent?: string; received?: string; status?: number } = {},
): TrafficExchange {
  const { sent = '', received = '{"name":"a"}', status = 200 } = bodies;
  return {
    method,
    url: new URL(path, 'https://api.example.com'),
    request: { headers: sent === '' ? [] : JSON_TYPE, body: Buffer.from(sent) },
    response: { status, headers: received === '' ? [] : JSON_TYPE, body: Buffer.from(received) },
  };
}

async function listFindings(...exchanges: readonly TrafficExchange[]) {
  const reader = new TrafficReader(model);
  for (const exchange of exchanges) await reader.read(exchange);
  return reader.listFindings();
}

const SECRET = 'a-secret-value';

test.each([
  [
    'an unknown path',
    createExchange('GET', '/v1/accounts/4711/tok_aaaaaaaaaaaaaaaaaaaaaaaaaaaa'),
    'The document has no GET /v1/accounts/*/* (1 of 1 exchanges)',
  ],
  [
    'an unknown path below a known one',
    createExchange('GET', '/v1/items/secret/owner'),
    'The document has no GET /v1/items/*/* (1 of 1 exchanges)',
  ],
  [
    'an unknown method',
    createExchange('DELETE', '/v1/items/1'),
    'The document has no DELETE /v1/items/* (1 of 1 exchanges)',
  ],
  [
    'an invalid parameter',
    createExchange('GET', `/v1/items/1?limit=${SECRET}`),
    '`limit` in the query must be an integer (1 of 1 exchanges)',
  ],
  [
    'an invalid member',
    createExchange('PUT', '/v1/items/1', {
      sent: JSON.stringify({ name: SECRET }),
      received: '',
      status: 204,
    }),
    'The request body violates maxLength: 5 (1 of 1 exchanges)',
  ],
  [
    'a body that is not JSON',
    createExchange('PUT', '/v1/items/1', { sent: `{"name": ${SECRET}`, received: '', status: 204 }),
    'The body must be valid JSON (1 of 1 exchanges)',
  ],
  [
    'a missing body',
    createExchange('PUT', '/v1/items/1', { received: '', status: 204 }),
    'The body is required: application/json (1 of 1 exchanges)',
  ],
  [
    'an invalid response',
    createExchange('GET', '/v1/items/1', { received: JSON.stringify({ name: SECRET }) }),
    'A response body violates its schema (200): maxLength: 5 (1 of 1 exchanges)',
  ],
  [
    'an undocumented status',
    createExchange('GET', '/v1/items/1', { status: 201 }),
    'A response has an undocumented status (201): one of 200, 404 (1 of 1 exchanges)',
  ],
])('reports %s without a value', async (_, exchange, message) => {
  const findings = await listFindings(exchange);
  expect(findings.map((finding) => finding.message)).toEqual([message]);
  expect(JSON.stringify(findings)).not.toContain(SECRET);
});

test('counts the exchanges that break a rule, in any order the same', async () => {
  const valid = createExchange('GET', '/v1/items/1');
  const invalid = createExchange('GET', '/v1/items/2?limit=x');
  const status = createExchange('GET', '/v1/items/3', { status: 418 });
  const findings = await listFindings(valid, invalid, status, invalid);
  expect(findings.map(({ message }) => message)).toEqual([
    '`limit` in the query must be an integer (2 of 4 exchanges)',
    'A response has an undocumented status (418): one of 200, 404 (1 of 4 exchanges)',
  ]);
  expect(await listFindings(invalid, status, invalid, valid)).toEqual(findings);
});

test('does not check bodies that were not kept, nor preflights', async () => {
  const { request, response, ...exchange } = createExchange('PUT', '/v1/items/1', {
    received: '',
    status: 204,
  });
  const preflight = {
    ...createExchange('OPTIONS', '/v1/items/1'),
    request: { headers: [['Access-Control-Request-Method', 'PUT']] as const, body: Buffer.alloc(0) },
  };
  const cut = {
    ...exchange,
    request: { ...request, body: undefined },
    response: { ...response, body: undefined },
  };
  expect(await listFindings(cut, preflight)).toEqual([]);
});

test('selects the exchanges with servers of the document, or else with those that have its operations', () => {
  const reader = new TrafficReader(model);
  const at = (url: string) => ({ ...createExchange('GET', '/'), url: new URL(url) });
  const page = at('https://shop.example.com/');
  const documented = [at('https://api.example.com/v1/items/1'), at('https://api.example.com/v2')];
  const staging = [at('http://localhost:4000/items/1'), at('http://localhost:4000/other')];
  expect(reader.select([page, ...documented, ...staging])).toEqual(documented);
  expect(reader.select([page, ...staging])).toEqual(staging);
});
