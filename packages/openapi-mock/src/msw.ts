// Handlers for Mock Service Worker, in a page or in Node.
import { type HttpHandler, http } from 'msw';
import type { Mock } from './mock-api.ts';

/** Creates the handlers that answer all requests below an address, such as `https://api.example.com`, with a mock. */
export function createHandlers({ fetch }: Pick<Mock, 'fetch'>, address: string): HttpHandler[] {
  return [http.all(`${address.replace(/\/+$/, '')}/*`, ({ request }) => fetch(request))];
}
