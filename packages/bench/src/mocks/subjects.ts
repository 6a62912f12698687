// The mocks that are compared: each answers requests for one document.
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createMock } from '@keyframe/openapi-mock';
import type { JsonObject } from '@keyframe/openapi-model';
import { freePort, startChild } from '@keyframe/test-kit';
import { OpenApiConverter } from '@mockoon/commons';
import { MockoonServer } from '@mockoon/commons-server';
import { fromOpenApi } from '@mswjs/source/open-api';
import { createMockServer } from '@scalar/mock-server';
import { getResponse } from 'msw';
import { createScratchFolder } from '../generators/scratch-folder.ts';
import type { Send } from './probe-triple.ts';

/** A mock of one document. */
export interface MockSubject extends AsyncDisposable {
  send: Send;
}

/** Starts a mock. */
export type StartMock = (document: JsonObject) => Promise<MockSubject>;

const NOTHING = { [Symbol.asyncDispose]: () => Promise.resolve() };

const startOurs: StartMock = async (document) => ({ send: createMock(document).fetch, ...NOTHING });

const startScalar: StartMock = async (document) => {
  const app = await createMockServer({ document });
  return { send: async (request) => app.fetch(request), ...NOTHING };
};

const startSource: StartMock = async (document) => {
  const handlers = await fromOpenApi(document as never);
  const send: Send = async (request) =>
    (await getResponse(handlers, request)) ?? new Response(null, { status: 404 });
  return { send, ...NOTHING };
};

const startMockoon: StartMock = async (document) => {
  const port = await freePort();
  const environment = await new OpenApiConverter().convertFromOpenAPI(JSON.stringify(document), port);
  if (!environment) throw new Error('Mockoon cannot import the document.');
  environment.hostname = '127.0.0.1';
  const server = new MockoonServer(environment);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.on('started', () => resolve());
  server.on('error', (code, error) => reject(error ?? new Error(String(code))));
  server.start();
  await promise;
  const stop = async () => server.stop();
  return { send: forward(port), [Symbol.asyncDispose]: stop };
};

/** The script of Prism's command. */
export const PRISM = join(
  createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json'),
  '../dist/index.js',
);

const startPrism: StartMock = async (document) => {
  await using resources = new AsyncDisposableStack();
  const { folder } = resources.use(await createScratchFolder());
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const port = await freePort();
  const child = resources.use(startChild({ args: [PRISM, 'mock', file, '--port', String(port)] }));
  await child.waitForOutput(/Prism is listening/);
  const owned = resources.move();
  return { send: forward(port), [Symbol.asyncDispose]: () => owned.disposeAsync() };
};

function forward(port: number): Send {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const body = method === 'GET' ? {} : { body: await request.arrayBuffer() };
    return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { method, headers, ...body });
  };
}

/** The mocks by the names of the tables; ours is the first. */
export const SUBJECTS: Readonly<Record<string, StartMock>> = {
  ours: startOurs,
  Prism: startPrism,
  "Scalar's mock server": startScalar,
  "Mockoon's import": startMockoon,
  '@mswjs/source': startSource,
};
