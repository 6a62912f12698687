import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { docsRoutes } from './docs.ts';

const routes = docsRoutes({ openapi: '3.1.1', servers: [] }, 'https://api.example.com');

test('a page is compressed for a client that takes it, and is sent once', async () => {
  const plain = await routes.request('/docs/');
  const compressed = await routes.request('/docs/', { headers: { 'accept-encoding': 'br;q=1, gzip' } });
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  const bytes = gunzipSync(Buffer.from(await compressed.arrayBuffer()));
  expect(bytes.toString()).toBe(await plain.text());
  for (const response of [plain, compressed]) {
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    const etag = response.headers.get('etag') ?? '';
    const encoding = response === plain ? 'identity' : 'gzip';
    const again = await routes.request('/docs/', {
      headers: { 'accept-encoding': encoding, 'if-none-match': `"other", W/${etag}` },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
  expect(
    (await routes.request('/docs/', { headers: { 'accept-encoding': 'gzip;q=0' } })).headers.get(
      'content-encoding',
    ),
  ).toBeNull();
});

test('a folder without its slash leads to its page, and what is not there is not found', async () => {
  const moved = await routes.request('/docs/guides/quickstart');
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/docs/guides/quickstart/']);
  expect((await routes.request('/docs/guides/nothing/')).status).toBe(404);
  expect((await routes.request('/docs/%2e%2e/package.json')).status).toBe(404);
});

test('an unknown address is a page for browsers and the error body for programs', async () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const page = await routes.request('/docs/nope/', { headers: { accept } });
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await page.text()).toMatch(/<!doctype html>/i);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const other = await routes.request('/docs/nope/', { headers: { accept: '*/*' } });
  expect([other.status, other.headers.get('content-type')]).not.toContain('text/html; charset=utf-8');
});

test('the icon and the rules for crawlers are at their usual addresses', async () => {
  const icon = await routes.request('/favicon.ico');
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  const robots = await routes.request('/robots.txt');
  expect(await robots.text()).toBe('User-agent: *\nAllow: /docs/\nDisallow: /\n');
});

test('the document can be downloaded under the docs, and names the address of the server', async () => {
  const response = await routes.request('/docs/openapi.json');
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toMatchObject({
    openapi: '3.1.1',
    servers: [{ url: 'https://api.example.com' }],
  });
});

test('the document at the root is written once, however often it is requested', async () => {
  let reads = 0;
  const document = {
    openapi: '3.1.1',
    get paths() {
      reads += 1;
      return {};
    },
  };
  const own = docsRoutes(document, 'https://api.example.com');
  for (let count = 0; count < 3; count += 1) {
    const response = await own.request('/openapi.json');
    expect(response.headers.get('content-type')).toBe('application/json');
    const servers = [{ url: 'https://api.example.com', description: 'This deployment of the service.' }];
    expect(await response.json()).toEqual({ openapi: '3.1.1', paths: {}, servers });
  }
  expect(reads).toBe(1);
});

test('the document at the root is sent once to a client that keeps it, and compressed to one that takes that', async () => {
  const request = (headers: Record<string, string>) => routes.request('/openapi.json', { headers });
  const compressed = await request({ 'accept-encoding': 'gzip' });
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  const etag = compressed.headers.get('etag') ?? '';
  const again = await request({ 'accept-encoding': 'gzip', 'if-none-match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('a condition of spaces takes no more time than another', async () => {
  const measureCpuMs = async (condition: string) => {
    const before = process.cpuUsage();
    for (let count = 0; count < 20; count += 1) {
      await routes.request('/openapi.json', { headers: { 'if-none-match': condition } });
    }
    return process.cpuUsage(before).user / 1_000;
  };
  await measureCpuMs('a');
  // Backtracking took 185 ms for each.
  expect(await measureCpuMs(`a${' '.repeat(16_000)}b`)).toBeLessThan(1_000);
});
