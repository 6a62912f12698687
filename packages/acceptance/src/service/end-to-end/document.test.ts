import contract from '@keyframe/contract/openapi.json' with { type: 'json' };
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSharedService, type SharedService } from '../../support/shared-service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await openSharedService();
});
afterAll(() => service?.[Symbol.asyncDispose]());

test('the running service gives the document of the contract, with its own address as the only server', async () => {
  const response = await fetch(`${service.url}/openapi.json`);
  expect(response.status).toBe(200);
  const servers = [{ url: service.url, description: expect.stringMatching(/./) }];
  expect(await response.json()).toEqual({ ...contract, servers });
});

test('the docs are served, and one of their pages shows the whole contract', async () => {
  const response = await fetch(`${service.url}/docs/reference/`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  const page = await response.text();
  for (const path of Object.keys(contract.paths)) expect(page).toContain(path);
  expect(page).toContain(`"servers":[{"url":"${service.url}"`);
  expect(page).not.toContain('{scheme}');
});

test.each(['', 'reference/', 'api/operations/get-task/'])(
  'the docs load nothing from another host, and a policy forbids it: /docs/%s',
  async (path) => {
    const response = await fetch(`${service.url}/docs/${path}`);
    const page = await response.text();
    const loaded = [
      ...page.matchAll(
        /<(?:script|link rel="?(?:stylesheet|shortcut icon)|img|iframe|source)\b[^>]*?\s(?:src|href)\s*=\s*["']?([^"'\s>]+)/gi,
      ),
    ];
    const hosts = loaded.map(([, address = '']) => new URL(address, service.url));
    expect(hosts.filter(({ origin, protocol }) => protocol !== 'data:' && origin !== service.url)).toEqual(
      [],
    );
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*/);
  },
);

test('a page that does not exist is an error of the contract for programs, and a page for browsers', async () => {
  const response = await fetch(`${service.url}/docs/nothing/`);
  expect([response.status, await response.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
  const page = await fetch(`${service.url}/docs/nothing/`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
});
