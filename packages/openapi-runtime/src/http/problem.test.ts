import { OpenAPIHono } from '@hono/zod-openapi';
import { expect, test } from 'vitest';
import { json, parametersOf, registerOperations, route, z } from '../server.ts';

const NewItem = z.object({ name: z.string({ min: 1 }), size: z.integer().min(1).max(9) });
const operations = {
  add: {
    route: route('add', 'post /items', () => ({
      request: { query: z.object({}, { limit: z.integer().min(1).max(100) }), body: json(NewItem, true) },
      responses: {},
    })),
    parameters: parametersOf({ query: { limit: 'number' } }),
    security: [{ key: [] }],
  },
};
const app = new OpenAPIHono();
registerOperations(app, {
  operations,
  securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  handlers: { add: () => new Response(null, { status: 204 }) },
  options: { security: { key: (_: unknown, __: unknown, key: string) => key === 'right' } },
});

interface Rejection {
  query?: string;
  body?: string;
  headers?: Record<string, string>;
  status: number;
  errors?: object[];
}

test.each<[string, Rejection]>([
  [
    'a parameter',
    {
      query: '?limit=0',
      status: 400,
      errors: [{ in: 'query', pointer: '/limit', detail: 'must be at least 1' }],
    },
  ],
  [
    'members of a body',
    {
      body: '{"name":"","size":10}',
      status: 400,
      errors: [
        { in: 'json', pointer: '/name', detail: 'must contain at least 1 character' },
        { in: 'json', pointer: '/size', detail: 'must be at most 9' },
      ],
    },
  ],
  [
    'a media type',
    { headers: { 'content-type': 'text/csv' }, status: 415, errors: [{ in: 'json', pointer: '' }] },
  ],
  ['a key', { headers: { 'x-key': 'wrong' }, status: 401 }],
])('names what is wrong with %s as problem details', async (_title, rejection) => {
  const { query = '', body = '{}', headers = {}, status, errors } = rejection;
  const response = await app.request(`/items${query}`, {
    method: 'POST',
    body,
    headers: { 'x-key': 'right', 'content-type': 'application/json', ...headers },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    status,
    'application/problem+json',
  ]);
  const problem = (await response.json()) as Rejection;
  expect(problem).toMatchObject({ status, ...(errors ? { errors } : {}) });
  expect(problem.errors?.length).toBe(errors?.length);
});
