import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHandlers } from '../src/msw.ts';
import { createJobsMock } from './jobs-mock.ts';

const API = 'https://api.example.com/v1';
const mock = createJobsMock({ pace: 'manual' });
const server = setupServer(...createHandlers(mock, API));

beforeAll(() => server.listen());
afterAll(() => server.close());

test('a job is created, and passes through its states', async () => {
  const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
  const created = await fetch(`${API}/jobs`, { method: 'POST', headers, body: '{"title":"Draw"}' });
  expect(created.status).toBe(202);
  const address = new URL(created.headers.get('location') ?? '', API);
  const readStatus = async () => ((await (await fetch(address)).json()) as { status: string }).status;
  expect(await readStatus()).toBe('waiting');
  await mock.advance(2);
  expect(await readStatus()).toBe('done');
});

test.each([
  ['*/v1', 'https://other.example/v1', '/v1/jobs/'],
  ['*/tools/api', 'https://other.example/tools/api', '/tools/api/jobs/'],
  ['https://*.example.org', 'https://eu.example.org', '/jobs/'],
])('addresses in responses below %s can be read', async (pattern, address, path) => {
  server.use(...createHandlers(createJobsMock(), pattern));
  const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
  const created = await fetch(`${address}/jobs`, { method: 'POST', headers, body: '{"title":"Draw"}' });
  const location = created.headers.get('location') ?? '';
  expect(location).toContain(path);
  const read = await fetch(new URL(location, address), { headers });
  expect(await read.json()).toMatchObject({ title: 'Draw' });
});

test('a lost response is a network error after the effect', async () => {
  const headers = { 'content-type': 'application/json', prefer: 'lost' };
  const init = { method: 'POST', headers, body: '{"name":"Rex"}' };
  await expect(fetch(`${API}/pets`, init)).rejects.toThrow();
  expect(await (await fetch(`${API}/pets`)).json()).toMatchObject([{ name: 'Rex' }]);
});
