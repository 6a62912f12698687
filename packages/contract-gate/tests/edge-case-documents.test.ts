// Documents that tools often fail on, each with a server that sends the same response to everything: the gate completes.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

interface Odd {
  paths: JsonObject;
  others?: JsonObject;
  answer: (received: ReceivedRequest) => Answer;
  /** The path of the server. */
  base?: string;
  /** The checks that find something; none where the server conforms. */
  checks?: readonly string[];
}

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const done = (schema: JsonObject): JsonObject => ({ description: 'Done.', content: json(schema) });
const NODE: JsonObject = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
  },
};
const ENDLESS: JsonObject = {
  type: 'object',
  required: ['next'],
  properties: { next: { $ref: '#/components/schemas/Endless' } },
};
const CODES = Array.from({ length: 1_000 }, (_, index) => `code-${index}`);
const refused: Answer = { status: 400 };
const only =
  (method: string, answer: (received: ReceivedRequest) => Answer) =>
  (received: ReceivedRequest): Answer =>
    received.method === method ? answer(received) : { status: 405, headers: { allow: method } };
const isNode = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  (!('children' in value) || (Array.isArray(value.children) && value.children.every(isNode)));
const WRONG = { '4XX': { description: 'Wrong.' } };
const isJson = ({ headers }: ReceivedRequest) =>
  /^application\/json\b/i.test(String(headers['content-type']));

const ODD: Readonly<Record<string, Odd>> = {
  'a recursive schema': {
    paths: {
      '/nodes': {
        post: {
          requestBody: { required: true, content: json({ $ref: '#/components/schemas/Node' }) },
          responses: { '200': done({ $ref: '#/components/schemas/Node' }), ...WRONG },
        },
      },
    },
    others: { components: { schemas: { Node: NODE } } },
    answer: only('POST', (received) =>
      isJson(received) && isNode(received.json) ? { status: 200, body: received.json } : refused,
    ),
  },
  'a schema that no finite value fits': {
    paths: {
      '/endless': {
        post: {
          requestBody: { required: true, content: json({ $ref: '#/components/schemas/Endless' }) },
          responses: { '200': { description: 'Done.' }, ...WRONG },
        },
      },
    },
    others: { components: { schemas: { Endless: ENDLESS } } },
    answer: only('POST', () => refused),
    checks: ['nothing-reached', 'operation-unreached'],
  },
  'an enum of 1,000 values': {
    paths: {
      '/codes': {
        get: {
          parameters: [{ name: 'code', in: 'query', required: true, schema: { enum: CODES } }],
          responses: { '200': done({ enum: CODES }), ...WRONG },
        },
      },
    },
    answer: only('GET', ({ query }) => {
      const code = query.get('code') ?? '';
      return CODES.includes(code) ? { status: 200, body: code } : refused;
    }),
  },
  'an operation without responses': {
    paths: { '/silent': { get: {} } },
    answer: only('GET', () => ({ status: 200 })),
    checks: ['status-undocumented'],
  },
  'webhooks only': {
    paths: {},
    others: { webhooks: { happened: { post: { responses: { '204': { description: 'Received.' } } } } } },
    answer: () => ({ status: 404 }),
  },
  'a server with variables and a base path': {
    paths: { '/thing': { get: { responses: { '200': done({ type: 'integer' }) } } } },
    others: {
      servers: [
        {
          url: 'https://{region}.example.com/{version}',
          variables: { region: { default: 'eu' }, version: { default: 'v1' } },
        },
      ],
    },
    base: '/api/v1/',
    answer: only('GET', ({ path }) =>
      path === '/api/v1/thing' ? { status: 200, body: 1 } : { status: 404 },
    ),
  },
  'path templates with dots and several parameters in a segment': {
    paths: {
      '/files/{name}.{extension}': {
        get: {
          parameters: ['name', 'extension'].map((name) => ({
            name,
            in: 'path',
            required: true,
            schema: { type: 'string', pattern: '^[a-z]{2,8}$' },
          })),
          responses: { '200': done({ type: 'string' }), ...WRONG },
        },
      },
    },
    answer: only('GET', ({ path }) =>
      /^\/files\/[a-z]{2,8}\.[a-z]{2,8}$/.test(path) ? { status: 200, body: path } : { status: 404 },
    ),
  },
  'multipart and binary bodies': {
    paths: {
      '/upload': {
        post: {
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  required: ['title'],
                  properties: { title: { type: 'string' }, file: { type: 'string', format: 'binary' } },
                },
              },
            },
          },
          responses: { '204': { description: 'Stored.' }, ...WRONG },
        },
      },
      '/raw': {
        put: {
          requestBody: { required: true, content: { 'application/octet-stream': {} } },
          responses: { '204': { description: 'Stored.' }, ...WRONG },
        },
      },
    },
    answer: ({ method, path, headers }) => {
      const [wanted, type] =
        path === '/upload' ? ['POST', 'multipart/form-data'] : ['PUT', 'application/octet-stream'];
      if (method !== wanted) return { status: 405, headers: { allow: wanted ?? '' } };
      return String(headers['content-type']).startsWith(type ?? '') ? { status: 204 } : refused;
    },
    // It takes a form without its title.
    checks: ['invalid-request-accepted'],
  },
  'default responses and wildcard statuses': {
    paths: {
      '/some': {
        get: { responses: { '2XX': done({ type: 'integer' }), default: done({ type: 'string' }) } },
      },
      '/any': { get: { responses: { default: done({ type: 'string' }) } } },
    },
    answer: only('GET', ({ path }) => ({ status: 203, body: path === '/some' ? 7 : 'text' })),
  },
  'an empty path and one that ends with a slash': {
    paths: {
      '/': { get: { responses: { '200': { description: 'Done.' } } } },
      '/a/': { get: { responses: { '200': { description: 'Done.' } } } },
    },
    answer: only('GET', () => ({ status: 200 })),
  },
  'schemas that are true and false': {
    paths: {
      '/open': {
        post: {
          requestBody: { content: { 'application/json': { schema: true } } },
          responses: { '200': { description: 'Done.', content: { 'application/json': { schema: true } } } },
        },
      },
      '/closed': {
        get: {
          responses: { '200': { description: 'Never.', content: { 'application/json': { schema: false } } } },
        },
      },
    },
    answer: ({ method, path }) => {
      const wanted = path === '/open' ? 'POST' : 'GET';
      return method === wanted ? { status: 200, body: 1 } : { status: 405, headers: { allow: wanted } };
    },
    checks: ['body-schema', 'malformed-body-accepted'],
  },
  'a deprecated operation with parameters in content, a cookie and styles': {
    paths: {
      '/styles': {
        get: {
          deprecated: true,
          parameters: [
            {
              name: 'filter',
              in: 'query',
              content: json({ type: 'object', required: ['a'], properties: { a: { type: 'integer' } } }),
            },
            {
              name: 'deep',
              in: 'query',
              style: 'deepObject',
              explode: true,
              schema: { type: 'object', properties: { x: { type: 'string' } } },
            },
            {
              name: 'list',
              in: 'query',
              style: 'pipeDelimited',
              explode: false,
              schema: { type: 'array', items: { type: 'string' } },
            },
            { name: 'session', in: 'cookie', schema: { type: 'string' } },
          ],
          responses: { '200': { description: 'Done.' }, ...WRONG },
        },
      },
    },
    answer: only('GET', ({ query }) => {
      const filter = query.get('filter');
      return filter === null || isFilter(filter) ? { status: 200 } : refused;
    }),
  },
};

function isFilter(text: string): boolean {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) && Number.isInteger(value.a);
  } catch {
    return false;
  }
}

test.for(Object.entries(ODD))('%s', async ([, odd]) => {
  await using server = await serve(odd.answer);
  const url = new URL(odd.base ?? '/', server.url);
  const { findings, statistics } = await testServer(createDocument(odd.paths, odd.others), url);
  const found = [...new Set(findings.map(({ check }) => check))].toSorted();
  expect(found, JSON.stringify(findings.slice(0, 3), undefined, 1)).toEqual(
    [...(odd.checks ?? [])].toSorted(),
  );
  expect(statistics.isComplete).toBe(true);
});
