// Every command that takes a document takes its URL as well.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runKeyframe } from './run-keyframe.ts';

const DOCUMENT = {
  openapi: '3.1.0',
  info: {
    title: 'Tasks',
    version: '1.0.0',
    description: 'Tasks of a team.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: 'https://api.example.com' }],
  security: [],
  tags: [{ name: 'tasks', description: 'Tasks.' }],
  paths: {
    '/tasks/{id}': {
      get: {
        operationId: 'getTask',
        summary: 'Get a task',
        description: 'Returns a task.',
        tags: ['tasks'],
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            description: 'Its id.',
            schema: { type: 'string' },
            example: 'a',
          },
        ],
        responses: {
          '200': {
            description: 'The task.',
            content: { 'application/json': { schema: { $ref: 'schemas/task.json' }, example: { id: 'a' } } },
          },
          '404': { description: 'No such task.' },
        },
      },
    },
  },
};
const TASK = {
  type: 'object',
  description: 'A task.',
  required: ['id'],
  properties: { id: { type: 'string', description: 'Its id.' } },
};

const server = createServer((request, response) => {
  const files: Record<string, unknown> = { '/openapi.json': DOCUMENT, '/schemas/task.json': TASK };
  const body = files[request.url ?? ''];
  const isAllowed = request.headers.authorization === 'Bearer secret';
  response.writeHead(isAllowed ? (body === undefined ? 404 : 200) : 401, {
    'content-type': 'application/json',
  });
  response.end(isAllowed ? JSON.stringify(body) : '{}');
});
let origin = '';
let folder = '';
const HEADER = ['--header', 'Authorization: Bearer secret'];

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'keyframe-url-'));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

test.each([
  ['generate', 'client', 'URL', '--out', 'OUT/client'],
  ['generate', 'server', 'URL', '--out', 'OUT/server'],
  ['generate', 'types', 'URL', '--out', 'OUT/types.ts'],
  ['lint', 'URL'],
  ['lint', 'URL'],
  ['mock', 'URL', '--explain'],
  ['diff', 'URL', 'URL'],
  ['docs', 'URL', '--out', 'OUT/reference.html'],
  ['mcp', 'URL', '--list'],
])('keyframe %s %s reads a document at a URL', async (...words) => {
  const line = words.map((word) => word.replace('URL', `${origin}/openapi.json`).replace('OUT', folder));
  const { status, err } = await runKeyframe([...line, ...HEADER]);
  expect(status, err).toBe(0);
});

test('generated files name the URL', async () => {
  const url = `${origin}/openapi.json`;
  const { status, err } = await runKeyframe([
    'generate',
    'types',
    url,
    '--out',
    join(folder, 'named.ts'),
    ...HEADER,
  ]);
  expect(status, err).toBe(0);
  const [head = ''] = (await readFile(join(folder, 'named.ts'), 'utf8')).split('\n');
  expect(head).toContain(`from ${url}; do not edit`);
  expect(head).not.toContain('secret');
});

test('a document that is not served is an error with its URL and the status', async () => {
  const url = `${origin}/openapi.json`;
  const { status, err } = await runKeyframe(['lint', url]);
  expect(status).toBe(2);
  expect(err).toContain(`Request failed: GET ${url} (status 401 Unauthorized).`);
});
