// A server whose paths are not those of the document: most often, its URL lacks the path of the documented server.
import { expect, test } from 'vitest';
import { createDocument, serve, testServer } from './serve.ts';

const content = { 'application/json': { schema: { type: 'array' } } };
const responses = { 200: { description: 'All.', content }, 400: { description: 'No.' } };
const document = createDocument(
  { '/things': { get: { responses } }, '/words': { get: { responses } } },
  { servers: [{ url: 'https://api.example.com/v1' }] },
);

const serveThings = (paths: readonly string[]) =>
  serve(({ method, path }) => {
    if (!paths.includes(path)) return { status: 404 };
    return method === 'GET' ? { status: 200, body: [] } : { status: 405, headers: { allow: 'GET' } };
  });

test.each([
  ['', ' Its paths may be below /v1: --server ORIGIN/v1.'],
  ['/v2', ' Its paths may be below /v1: --server ORIGIN/v1.'],
  ['/api/v1/', ''],
])('a server at %j that has no path of the document ends the run with an error', async (path, advice) => {
  await using server = await serveThings(['/v1/things', '/v1/words']);
  const { findings } = await testServer(document, new URL(path, server.url));
  const found = findings.filter(({ check }) => check === 'paths-not-found');
  expect(found.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
    `error: The server at ${new URL(path, server.url).href} has no path of the document.${advice.replace('ORIGIN', server.url.origin)}`,
  ]);
  expect(findings.map(({ check }) => check)).not.toContain('undocumented-method-accepted');
});

test('a server that has one path of the document is tested', async () => {
  await using server = await serveThings(['/v1/things']);
  const { findings } = await testServer(document, new URL('/v1', server.url), { propertyRuns: 1 });
  const checks = findings.map(({ check }) => check);
  expect(checks).toContain('status-undocumented');
  expect(checks).not.toContain('paths-not-found');
});

test('requests name the gate unless the configuration does', async () => {
  await using server = await serveThings(['/v1/things', '/v1/words']);
  const url = new URL('/v1', server.url);
  await testServer(document, url, { propertyRuns: 1 });
  const listNames = () => new Set(server.requests.map(({ headers }) => headers['user-agent']));
  expect([...listNames()]).toEqual([expect.stringMatching(/^contract-gate\/\d+\.\d+\.\d+/)]);
  await testServer(document, url, { propertyRuns: 1, headers: { 'User-Agent': 'mine' } });
  expect([...listNames()]).toContain('mine');
});
