/** The mock of the document, in the page: it answers at once, remembers what is created, and sends nothing anywhere. */
import { createMock } from '@keyframe/openapi-mock';
import type { OpenApiModel } from '@keyframe/openapi-model';
import { nameStatus } from '../src/reference/status-names.ts';
import type { PageCallback, PageMock } from './exchange.ts';
import { listNewest } from './newest-resources.ts';

/** Resources that each list has at first. */
const INITIAL = 3;

/** Creates the mock of a document. */
export function createPageMock(model: OpenApiModel): PageMock {
  const listeners: ((callback: PageCallback) => void)[] = [];
  const mock = createMock(model, {
    initial: INITIAL,
    // Nothing is sent: the page shows the callbacks.
    allowCallbacks: ['*'],
    fetch: async (input, init) => {
      const callback = {
        method: init?.method ?? 'POST',
        url: String(input),
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: String(init?.body ?? ''),
      };
      for (const listener of listeners) listener(callback);
      return new Response(null, { status: 204 });
    },
  });
  return {
    async send({ method, url, headers, body }) {
      const reply = await mock.handle({
        method,
        url,
        headers,
        readBytes: async () => body ?? new Uint8Array(),
      });
      if (reply.isLost) throw new Error('the response was lost');
      const bytes = typeof reply.body === 'string' ? new TextEncoder().encode(reply.body) : reply.body;
      return {
        status: reply.status,
        statusText: nameStatus(String(reply.status)),
        headers: reply.headers,
        body: toItems(bytes),
      };
    },
    listResources: async () => listNewest(mock.export()),
    onCallback: (listener) => listeners.push(listener),
    setFault: async (fault) => (fault === undefined ? mock.faults.clear() : mock.faults.set(fault)),
    advance: () => mock.advance(),
    reset: async () => mock.reset(),
  };
}

async function* toItems(bytes: Uint8Array | undefined): AsyncGenerator<Uint8Array> {
  if (bytes !== undefined) yield bytes;
}
