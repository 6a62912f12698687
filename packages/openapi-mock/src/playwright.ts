// Answers the requests of a Playwright page with a mock, without a server.
import type { Mock } from './mock-api.ts';

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
  { fetch }: Pick<Mock, 'fetch'>,
  address: string,
): Promise<void> {
  await page.route(`${address.replace(/\/+$/, '')}/**`, async (route) => {
    const response = await fetch(await readRequest(route.request()));
    if (response.type === 'error') return route.abort('failed');
    const headers = { 'access-control-allow-origin': '*', ...Object.fromEntries(response.headers) };
    const body = Buffer.from(await response.arrayBuffer());
    return route.fulfill({ status: response.status, headers, body });
  });
}

async function readRequest(request: PageRequest): Promise<Request> {
  const method = request.method();
  const body = method === 'GET' || method === 'HEAD' ? null : request.postDataBuffer();
  const headers = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(':'));
  return new Request(request.url(), { method, headers, ...(body ? { body: Uint8Array.from(body) } : {}) });
}
