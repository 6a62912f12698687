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

test('the document can be downloaded under the docs, and names the address of the server', async () => {
  const response = await routes.request('/docs/openapi.json');
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toMatchObject({
    openapi: '3.1.1',
    servers: [{ url: 'https://api.example.com' }],
  });
});
