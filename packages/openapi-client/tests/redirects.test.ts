// Redirects by real servers: keys of every kind stay at the origin that they are for.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { readModel } from '@keyframe/openapi-model';
import type { Middleware } from '@keyframe/openapi-runtime/client';
import { listen } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { createDocumentClient, type DocumentClientOptions } from '../src/document-client.ts';

const schemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
};
const AUTH = { bearer: 'canary', header: 'canary', cookie: 'canary' };

function createModel(names: readonly string[]) {
  const operation = {
    operationId: 'a',
    responses: { 200: { description: 'A.', content: { 'application/json': {} } } },
  };
  return readModel(
    {
      openapi: '3.1.0',
      info: { title: 'A', version: '1' },
      security: [Object.fromEntries(names.map((name) => [name, []]))],
      paths: { '/a': { get: operation } },
      components: { securitySchemes: schemes },
    },
    'a.json',
  );
}

async function startServer(requests: IncomingHttpHeaders[], location?: string) {
  const server = createServer(({ url, headers }, response) => {
    requests.push(headers);
    if (location === undefined || url === '/b')
      response.writeHead(200, { 'content-type': 'application/json' }).end('[1]');
    else response.writeHead(302, { location }).end();
  });
  return await listen(server);
}

const middleware: Middleware[] = [(request, next) => next(request)];

test.each<[string[], DocumentClientOptions, boolean]>([
  [['bearer'], {}, false],
  [['header'], {}, false],
  [['header'], { middleware }, false],
  [['header', 'bearer', 'cookie'], {}, false],
  [['header'], { redirect: 'follow' }, true],
  [['header'], { redirect: 'follow', middleware }, true],
])('keys of %j with %o reach another origin: %j', async (names, options, isSent) => {
  const atTarget: IncomingHttpHeaders[] = [];
  await using target = await startServer(atTarget);
  await using source = await startServer([], `${target.url}/a`);
  const model = createModel(names);
  const { client, define } = createDocumentClient(model, { baseUrl: source.url, auth: AUTH, ...options });
  const [operation] = model.operations;
  if (!operation) throw new Error('The document has no operation.');
  expect(await client.send(define(operation), {})).toEqual([1]);
  expect(JSON.stringify(atTarget).includes('canary')).toBe(isSent);
});

test.each([0, 1])('keys reach the same origin, with %i middleware', async (count) => {
  const requests: IncomingHttpHeaders[] = [];
  await using server = await startServer(requests, '/b');
  const model = createModel(['header']);
  const options = { baseUrl: server.url, auth: AUTH, middleware: middleware.slice(0, count) };
  const { client, define } = createDocumentClient(model, options);
  const [operation] = model.operations;
  if (!operation) throw new Error('The document has no operation.');
  expect(await client.send(define(operation), {})).toEqual([1]);
  expect(requests).toMatchObject([{ 'x-key': 'canary' }, { 'x-key': 'canary' }]);
});
