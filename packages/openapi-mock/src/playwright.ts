// Answers the requests of a Playwright page with a mock, without a server.
import { readFetchRequest } from './fetch-exchange.ts';
import type { Mock } from './mock-api.ts';
import { readBasePath } from './mount.ts';

/** The part of a Playwright request that is read. */
export interface PageRequest {
  url: () => string;
  method: () => string;
  allHeaders: () => Promise<Record<string, string>>;
  postDataBuffer: () => Uint8Array | null;
}

/** The part of a Playwright route that answers. */
export interface PageRoute {
  request: () => PageRequest;
  abort: (reason: 'failed') => Promise<void>;
  fulfill: (response: { status: number; headers: Record<string, string>; body: Buffer }) => Promise<void>;
}

/** The part of a Playwright page, or of its context, that intercepts requests. */
export interface RoutedPage {
  route: (pattern: string, handle: (route: PageRoute) => Promise<void>) => Promise<unknown>;
}

/** Answers all requests of a page below an address with a mock; a lost response is a failed request. */
export async function routeMock(
  page: RoutedPage,
  { handle }: Pick<Mock, 'handle'>,
  address: string,
): Promise<void> {
  await page.route(`${address.replace(/\/+$/, '')}/**`, async (route) => {
    const request = readFetchRequest(await readRequest(route.request()));
    const reply = await handle({ ...request, basePath: readBasePath(address, request.url) });
    if (reply.isLost) return route.abort('failed');
    const headers = { 'access-control-allow-origin': '*', ...reply.headers };
    return route.fulfill({ status: reply.status, headers, body: Buffer.from(reply.body ?? '') });
  });
}

async function readRequest(request: PageRequest): Promise<Request> {
  const method = request.method();
  const body = method === 'GET' || method === 'HEAD' ? null : request.postDataBuffer();
  const headers = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(':'));
  return new Request(request.url(), { method, headers, ...(body ? { body: Uint8Array.from(body) } : {}) });
}
