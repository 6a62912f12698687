// Options of fetch, and platforms that lack parts of it.
import { readModel } from '@keyframe/openapi-model';
import type { CallOptions } from '@keyframe/openapi-runtime/client';
import { afterEach, expect, test, vi } from 'vitest';
import { createDocumentClient, type DocumentClientOptions } from '../src/document-client.ts';

const model = readModel(
  {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: {
      '/a': {
        post: {
          operationId: 'a',
          requestBody: {
            content: {
              'application/json': {},
              'application/x-www-form-urlencoded': {},
              'multipart/form-data': {},
            },
          },
          responses: { 200: { description: 'A.', content: { 'application/json': {}, 'text/plain': {} } } },
        },
      },
    },
  },
  'a.json',
);

async function send(
  request: object,
  clientOptions: DocumentClientOptions & { next?: object },
  options: CallOptions & { next?: object } = {},
) {
  const sent: { input: string | Request; init: RequestInit | undefined }[] = [];
  const { client, define } = createDocumentClient(model, {
    baseUrl: 'http://localhost',
    fetch: async (input, init) => {
      sent.push({ input, init });
      // A response without a body to stream, as that of React Native.
      const headers = new Headers({ 'content-type': 'application/json' });
      return { ok: true, status: 200, headers, text: async () => '[1]' } as Response;
    },
    ...clientOptions,
  });
  const [operation] = model.operations;
  if (!operation) throw new Error('The document has no operation.');
  const data = await client.send(define(operation), { request, options });
  return { data, input: sent[0]?.input, init: sent[0]?.init };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('options of the client and of a call reach fetch, and those of the client itself do not', async () => {
  const clientOptions = {
    credentials: 'include',
    cache: 'default',
    auth: {},
    next: { revalidate: 10 },
  } as const;
  const { init } = await send({}, clientOptions, { cache: 'no-store', keepalive: true, timeout: 5000 });
  expect(Object.keys(init ?? {}).sort()).toEqual([
    'cache',
    'credentials',
    'headers',
    'keepalive',
    'method',
    'next',
    'signal',
  ]);
  expect(init).toMatchObject({
    credentials: 'include',
    cache: 'no-store',
    keepalive: true,
    next: { revalidate: 10 },
  });
});

test('options of a framework are on the request that middleware receives', async () => {
  const { input } = await send(
    {},
    { middleware: [(request, next) => next(request)] },
    { next: { revalidate: 10 } },
  );
  expect(input).toMatchObject({ next: { revalidate: 10 } });
});

test.each([
  ['application/json', { a: 1 }],
  ['application/x-www-form-urlencoded', { a: 1 }],
  ['multipart/form-data', { a: 1, file: new Blob(['a']) }],
])('a body of %s is sent without the parts of fetch that React Native lacks', async (contentType, body) => {
  for (const name of ['ReadableStream', 'DOMException', 'crypto', 'TextDecoder', 'TextEncoder'])
    vi.stubGlobal(name, undefined);
  vi.stubGlobal('URL', class {});
  vi.stubGlobal('URLSearchParams', class {});
  const { data, init } = await send({ contentType, body }, {});
  expect(data).toEqual([1]);
  expect(init).not.toHaveProperty('duplex');
});

test('an aborted call rejects where signals have no reason', async () => {
  const signal = Object.assign(new EventTarget(), { aborted: true }) as unknown as AbortSignal;
  await expect(send({}, {}, { signal })).rejects.toThrow('The call was aborted.');
});
