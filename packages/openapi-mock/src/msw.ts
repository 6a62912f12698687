// Handlers for Mock Service Worker, in a page or in Node.
import { type HttpHandler, http } from 'msw';
import { readFetchRequest, writeFetchResponse } from './fetch-exchange.ts';
import type { Mock } from './mock-api.ts';
import { readBasePath } from './mount.ts';

/** Creates the handlers that answer all requests below an address, such as `https://api.example.com`, with a mock. */
export function createHandlers({ handle }: Pick<Mock, 'handle'>, address: string): HttpHandler[] {
  return [
    http.all(`${address.replace(/\/+$/, '')}/*`, async ({ request }) => {
      const read = readFetchRequest(request);
      return writeFetchResponse(await handle({ ...read, basePath: readBasePath(address, read.url) }));
    }),
  ];
}
