import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MockAddress } from '../src/index.ts';
import { type ServedMock, serveMock } from '../src/node/index.ts';
import { createJobsMock } from './jobs-mock.ts';

let served: ServedMock;

beforeAll(async () => {
  served = await serveMock(createJobsMock(), { allowOrigins: ['https://app.example.com'] });
});

afterAll(() => served.stop());

const JSON_TYPE = { 'content-type': 'application/json' };

test('serves the mock on the loopback address', async () => {
  expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const created = await fetch(`${served.url}/pets`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: '{"name":"Rex"}',
  });
  const { id } = (await created.json()) as { id: number };
  const read = await fetch(`${served.url}/pets/${id}`);
  expect(await read.json()).toEqual({ id, name: 'Rex', kind: 'cat' });
});

test.each(['http://localhost:5173', 'http://127.0.0.1:3000', 'https://app.example.com'])(
  'a page of %s may call it',
  async (origin) => {
    const preflight = await fetch(`${served.url}/pets`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'content-type',
    ]);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    const response = await fetch(`${served.url}/weather`, { headers: { origin } });
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  },
);

test.each(['https://evil.example', 'http://localhost.evil.example', 'null'])(
  'a page of %s may not',
  async (origin) => {
    const preflight = await fetch(`${served.url}/pets`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    const response = await fetch(`${served.url}/weather`, { headers: { origin } });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.status).toBe(403);
    expect((await fetch(`${served.url}/__mock/worlds`, { headers: { origin } })).status).toBe(403);
    const headers = { ...JSON_TYPE, origin, 'mock-world': 'foreign' };
    await fetch(`${served.url}/pets`, { method: 'POST', headers, body: '{"name":"Rex"}' });
    const pets = await fetch(`${served.url}/pets`, { headers: { 'mock-world': 'foreign' } });
    expect(await pets.json()).toEqual([]);
  },
);

describe.each(['127.0.0.1', '0.0.0.0'])('a mock that listens on %s', (host) => {
  test.each([
    ['/pets', 403],
    ['/__mock/worlds', 403],
    ['/', 404],
  ])('is not led to by a name of another site: %s', async (path, expected) => {
    await using other = await serveMock(createJobsMock(), { host });
    const { port } = new URL(other.url);
    const headers = { host: `evil.example:${port}` };
    const { statusCode } = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, headers }, resolve).once('error', reject);
    });
    expect(statusCode).toBe(expected);
  });
});

test('a lost response is a connection that is cut after the effect', async () => {
  const headers = { ...JSON_TYPE, prefer: 'lost', 'mock-world': 'lost' };
  const init = { method: 'POST', headers, body: '{"name":"Rex"}' };
  await expect(fetch(`${served.url}/pets`, init)).rejects.toThrow('fetch failed');
  const pets = await fetch(`${served.url}/pets`, { headers: { 'mock-world': 'lost' } });
  expect(await pets.json()).toHaveLength(1);
});

test('a stopped mock answers no more, and may be stopped again', async () => {
  const other = await serveMock(createJobsMock());
  await other.stop();
  await other.stop();
  await expect(fetch(other.url)).rejects.toThrow('fetch failed');
});

test('a port that is taken is an error that names it', async () => {
  const { port } = new URL(served.url);
  const start = serveMock(createJobsMock(), { port: Number(port) });
  await expect(start).rejects.toThrow(
    `The mock cannot listen on port ${port} of 127.0.0.1: it is already in use.`,
  );
});

test.each([
  ['/', '/__mock'],
  ['/__mock', '/__mock'],
])('the page at %s is written for the addresses that its requests reach', async (path, control) => {
  const page = (address: MockAddress) => JSON.stringify(address);
  await using served = await serveMock(createJobsMock({ page }));
  const response = await fetch(`${served.url}${path}`);
  expect(await response.json()).toEqual({ server: served.url, control });
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
});

test('without a page, the root is a path that the document does not have', async () => {
  expect((await fetch(`${served.url}/`)).status).toBe(404);
});

test('its own addresses set faults, and export, seed and reset worlds', async () => {
  const control = (path: string, init?: RequestInit) => fetch(`${served.url}/__mock/${path}`, init);
  await control('faults', { method: 'POST', headers: JSON_TYPE, body: '{"fault":"GET /weather=delay=1"}' });
  expect(await (await control('faults')).json()).toEqual([
    { operation: 'GET /weather', preference: 'delay=1' },
  ]);
  await control('faults', { method: 'DELETE' });
  const seed = JSON.stringify({
    resources: { '/pets/{petId}': [{ id: '5', value: { id: 5, name: 'Max' } }] },
  });
  await control('worlds/own', { method: 'PUT', body: seed });
  const read = () => fetch(`${served.url}/pets/5`, { headers: { 'mock-world': 'own' } });
  expect(await (await read()).json()).toEqual({ id: 5, name: 'Max' });
  expect(await (await control('worlds/own')).json()).toMatchObject(JSON.parse(seed));
  await control('worlds/own', { method: 'DELETE' });
  expect((await read()).status).toBe(404);
  expect((await control('faults', { method: 'POST', body: '{"fault":"?"}' })).status).toBe(400);
});

test('a world whose name is no text is refused', async () => {
  await using served = await serveMock(createJobsMock());
  const { status } = await fetch(`${served.url}/__mock/worlds/%ff`);
  expect(status).toBe(400);
});

test('a header that HTTP cannot carry is an error of its response, and the mock goes on', async () => {
  const handle = async () => ({ status: 200, headers: { 'x-name': '→' } });
  await using broken = await serveMock({ handle, close: () => undefined });
  for (const attempt of [1, 2]) {
    const response = await fetch(`${broken.url}/${attempt}`);
    expect([response.status, await response.json()]).toEqual([
      500,
      { type: 'about:blank', title: expect.stringContaining('"x-name"'), status: 500 },
    ]);
  }
});
