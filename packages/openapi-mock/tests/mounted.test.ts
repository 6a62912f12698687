// A mock below a path of another server, and below an address that the document does not have.
import { Hono } from 'hono';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHandlers } from '../src/msw.ts';
import { createJobsMock } from './jobs-mock.ts';

const SITE = 'https://app.example.com';
const API = `${SITE}/mock`;
const server = setupServer();

beforeAll(() => server.listen());
afterAll(() => server.close());

/** The ways to mount a mock below `/mock`. */
const MOUNTS: Readonly<Record<string, () => (path: string, init?: RequestInit) => Promise<Response>>> = {
  'app.mount of Hono': () => {
    const app = new Hono();
    app.mount('/mock', createJobsMock({ basePath: '/mock', page: JSON.stringify }).fetch);
    return async (path, init) => app.request(`${SITE}${path}`, init);
  },
  'a route of Hono': () => {
    const mock = createJobsMock({ basePath: '/mock', page: JSON.stringify });
    const app = new Hono().all('/mock/*', ({ req }) => mock.fetch(req.raw));
    return async (path, init) => app.request(`${SITE}${path}`, init);
  },
  'handlers of MSW': () => {
    server.resetHandlers(...createHandlers(createJobsMock({ page: JSON.stringify }), API));
    return (path, init) => fetch(`${SITE}${path}`, init);
  },
};

describe.each(Object.entries(MOUNTS))('%s', (_, mount) => {
  test('addresses in responses have the path of the mount', async () => {
    const send = mount();
    const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
    const created = await send('/mock/jobs', { method: 'POST', headers, body: '{"title":"Draw"}' });
    const location = created.headers.get('location') ?? '';
    expect(location).toMatch(/^\/mock\/jobs\/job_/);
    expect(await (await send(location)).json()).toMatchObject({ title: 'Draw' });
  });

  test('the path of the server of the document may follow', async () => {
    const send = mount();
    expect((await send('/mock/v1/weather')).status).toBe(200);
  });

  test('its page and its controls are below the path, too', async () => {
    const send = mount();
    expect(await (await send('/mock/')).json()).toEqual({ server: API, control: '/mock/__mock' });
    expect(await (await send('/mock/__mock/faults')).json()).toEqual([]);
  });
});
