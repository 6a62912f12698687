// A server, a client and a mock of one document of OpenAPI 3.2.
import { join } from 'node:path';
import { OpenAPIHono } from '@hono/zod-openapi';
import { generate as generateClient } from '@keyframe/openapi-client';
import { generate as generateServer } from '@keyframe/openapi-hono';
import { createMock } from '@keyframe/openapi-mock';
import { type ServedMock, serveMock } from '@keyframe/openapi-mock/node';
import { loadDocument } from '@keyframe/openapi-model';
import type { Context } from 'hono';
import { importGenerated, serveApp } from './generated-code.ts';

/** The document: server-sent events, JSON lines, QUERY and a query that is one value. */
export const DOCUMENT = join(import.meta.dirname, 'streams.yaml');

const TASKS = [
  { id: 1, status: 'queued' },
  { id: 1, status: 'done' },
];

type Handler = (context: Context, reply: (parts: object) => Response) => Response;

interface ServerModule {
  registerRoutes: (app: OpenAPIHono, handlers: Readonly<Record<string, Handler>>, options: object) => unknown;
}

/** The generated client. */
export interface ClientModule {
  createClient: (options: { baseUrl: string }) => object;
  watchTask: (client: object, request: object) => Promise<AsyncIterable<{ data: object }>>;
  readLog: (client: object) => Promise<AsyncIterable<object>>;
  searchTasks: (client: object, request: object) => Promise<object>;
  findTasks: (client: object, request: object) => Promise<object>;
}

async function* generateItems(items: readonly object[]) {
  yield* items;
}

const HANDLERS: Readonly<Record<string, Handler>> = {
  watchTask: (_, reply) => {
    const events = TASKS.map((data, index) => ({ event: 'task', id: String(index), data }));
    return reply({ status: 200, body: generateItems(events) });
  },
  readLog: (_, reply) => reply({ status: 200, body: generateItems(TASKS) }),
  searchTasks: (context, reply) => reply({ status: 200, body: take(context.req.valid('json' as never)) }),
  findTasks: (context, reply) => {
    const { filter } = context.req.valid('query' as never) as { filter: object };
    return reply({ status: 200, body: take(filter) });
  },
};

function take(filter: object): object[] {
  return TASKS.slice(0, (filter as { limit: number }).limit);
}

/** Starts the generated server. */
export async function startServer() {
  const model = await loadDocument(DOCUMENT);
  const { registerRoutes } = (await importGenerated('openapi-hono', generateServer(model))) as ServerModule;
  const app = new OpenAPIHono({
    defaultHook: (result, context) =>
      result.success ? undefined : context.json({ message: 'The request is invalid.' }, 400),
  });
  registerRoutes(app, HANDLERS, { responseValidation: 'throw' });
  const allow = { '/log': 'GET', '/tasks': 'GET, QUERY' } as Record<string, string>;
  app.notFound((context) => {
    const methods = /^\/tasks\/[^/]+\/events$/.test(context.req.path) ? 'GET' : allow[context.req.path];
    if (methods === undefined) return context.json({ message: 'Not found.' }, 404);
    return context.json({ message: 'Use another method.' }, 405, { allow: methods });
  });
  return serveApp(app);
}

/** Starts the mock. */
export async function startMock(): Promise<ServedMock> {
  return serveMock(createMock(await loadDocument(DOCUMENT)));
}

/** Generates and imports the client. */
export async function importClient(): Promise<ClientModule> {
  const { files } = await generateClient(await loadDocument(DOCUMENT));
  return (await importGenerated('openapi-client', files)) as ClientModule;
}

/** Calls all operations; returns the results. */
export async function callAll(api: ClientModule, baseUrl: string) {
  const client = api.createClient({ baseUrl });
  const events: object[] = [];
  for await (const { data } of await api.watchTask(client, { path: { id: 1 } })) {
    events.push(data);
    // A stream with ids is requested again after its end.
    if (events.length === TASKS.length) break;
  }
  const lines: object[] = [];
  for await (const line of await api.readLog(client)) lines.push(line);
  const searched = await api.searchTasks(client, { body: { limit: 1 } });
  const found = await api.findTasks(client, { query: { filter: { limit: 2 } } });
  return { events, lines, searched, found };
}

/** The results of the generated server. */
export const RESULTS = { events: TASKS, lines: TASKS, searched: TASKS.slice(0, 1), found: TASKS };
