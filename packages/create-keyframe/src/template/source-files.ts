/** The handlers of a new project. */
export const APP = `// Implements openapi.yaml. A handler that returns what the contract does not describe does not compile.
import { randomUUID } from 'node:crypto';
import { OpenAPIHono } from '@hono/zod-openapi';
import { guardJson, limitBody, pathMethods, type RefuseBody } from '@keyframe/openapi-runtime/server';
import { documentOf } from './generated/server/document.ts';
import { type Handlers, registerRoutes } from './generated/server/index.ts';
import type { Note } from './generated/server/schemas.ts';

/** The key that callers send: API_KEY, or one for development. */
export const { API_KEY = 'secret' } = process.env;
const notes = new Map<string, Note>();

const handlers: Handlers = {
  listNotes: (_context, reply) => reply({ status: 200, body: [...notes.values()].reverse() }),
  createNote: (context, reply) => {
    const note: Note = { ...context.req.valid('json'), id: randomUUID(), createdAt: new Date().toISOString() };
    notes.set(note.id, note);
    return reply({ status: 201, body: note });
  },
  getNote: (context, reply) => {
    const { id } = context.req.valid('param');
    const note = notes.get(id);
    if (note === undefined) return reply({ status: 404, body: { message: \`Note \${id} not found.\` } });
    return reply({ status: 200, body: note });
  },
  deleteNote: (context, reply) => {
    const { id } = context.req.valid('param');
    if (!notes.delete(id)) return reply({ status: 404, body: { message: \`Note \${id} not found.\` } });
    return reply({ status: 204 });
  },
};

// Bodies that JSON parsers read differently, and those that are too large, never reach a handler.
const refuse: RefuseBody = (issues) =>
  Response.json({ message: issues.map(({ message }) => \`The body \${message}.\`).join(' ') }, { status: 400 });
const guards = [limitBody(100_000, refuse), guardJson({ maxDepth: 32, maxMembers: 1000 }, refuse)];

const empty = new OpenAPIHono({
  // Called for each part of a request: path, query, headers, body.
  defaultHook: (result, context) => {
    if (result.success) return;
    const problems = result.error.issues.map(({ path, message }) => \`\${path.join('.')}: \${message}\`);
    return context.json({ message: problems.join('; ') }, 400);
  },
});

export const app = registerRoutes(empty, handlers, {
  security: {
    key: (context, _scopes, token) =>
      token === API_KEY || context.json({ message: 'The key is missing or wrong.' }, 401),
  },
  stages: { beforeValidation: guards },
  // A response that does not match the contract becomes a 500 instead of reaching callers.
  responseValidation: 'throw',
});

const listMethods = pathMethods(documentOf(app));

app.notFound((context) => {
  const methods = listMethods(context.req.path);
  if (methods.length === 0) return context.json({ message: 'Not found.' }, 404);
  return context.json({ message: 'Method not allowed.' }, 405, { allow: methods.join(', ') });
});
`;

/** The server of a new project. */
export const SERVER = `// Serves the app. API_KEY is the key that callers send; PORT is 3000 by default.
import { serve } from '@hono/node-server';
import { app } from './app.ts';

if (process.env.API_KEY === undefined) console.warn('API_KEY is not set: the key is "secret".');

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT ?? 3000) }, ({ port }) =>
  console.log(\`Listening on http://127.0.0.1:\${port}\`),
);
`;

/** The tests of a new project: one suite on the app and on the mock. */
export const TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMock, loadDocument } from '@keyframe/cli/mock';
import { API_KEY, app } from '../src/app.ts';
import { createClient, createNote, deleteNote, getNote, isErrorOf, listNotes } from '../src/generated/client/index.ts';

const mock = createMock(await loadDocument('openapi.yaml'));

const subjects = {
  app: async (request: Request) => app.fetch(request),
  mock: mock.fetch,
};

for (const [name, send] of Object.entries(subjects)) {
  test(\`\${name}: a note is created, read, listed and deleted\`, async () => {
    const client = createClient({
      auth: { key: API_KEY },
      fetch: async (input, init) => send(new Request(input, init)),
    });
    const note = await createNote(client, { body: { text: 'Buy milk' } });
    assert.equal((await getNote(client, { path: { id: note.id } })).text, 'Buy milk');
    assert.ok((await listNotes(client)).some(({ id }) => id === note.id));
    await deleteNote(client, { path: { id: note.id } });
    await assert.rejects(
      getNote(client, { path: { id: note.id } }),
      (error) => isErrorOf(error, 'getNote') && error.status === 404,
    );
  });
}
`;

/** The server that the checks of a new project start. */
export const START_SERVER = `// Starts the app for \`keyframe ci\` and \`keyframe test\`.
import { serve } from '@hono/node-server';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { API_KEY, app } from '../src/app.ts';

export async function startServer() {
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: \`http://127.0.0.1:\${port}\`,
    headers: { authorization: \`Bearer \${API_KEY}\` },
    close: async () => void server.close(),
  };
}
`;

/** The handlers of a new project for a document of its user. */
export const OWN_APP = `// Implements the contract: move each operation from the proxy to a handler of its own.
import { OpenAPIHono } from '@hono/zod-openapi';
import { type Handlers, registerRoutes } from './generated/server/index.ts';

const implemented: Partial<Handlers> = {};

// An operation without a handler responds 501.
const handlers = new Proxy(implemented, {
  get: (target, name) =>
    Reflect.get(target, name) ?? (() => Response.json({ message: 'Not implemented.' }, { status: 501 })),
}) as Handlers;

export const app = registerRoutes(new OpenAPIHono(), handlers, {
  // Replace it by functions that check credentials, one for each security scheme.
  security: false,
});
`;

/** The test of a new project for a document of its user. */
export const OWN_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMock, loadDocument } from '@keyframe/cli/mock';
import { app } from '../src/app.ts';
import { config } from '../keyframe.config.ts';

test('the app and the mock of the contract respond', async () => {
  const [api] = Object.values(config.apis);
  const mock = createMock(await loadDocument('openapi.yaml', api?.read));
  const request = () => new Request('http://localhost/');
  assert.ok((await mock.fetch(request())).status < 500);
  assert.ok((await app.fetch(request())).status < 500);
});
`;
