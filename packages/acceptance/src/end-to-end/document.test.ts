import contract from '@keyframe/contract/openapi.json' with { type: 'json' };
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../service/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.[Symbol.asyncDispose]());

test('the running service gives the document of the contract, with its own address as the only server', async () => {
  const response = await fetch(`${service.url}/openapi.json`);
  expect(response.status).toBe(200);
  const servers = [{ url: service.url, description: expect.stringMatching(/./) }];
  expect(await response.json()).toEqual({ ...contract, servers });
});

test('the docs are served, and show both operations', async () => {
  const response = await fetch(`${service.url}/docs/`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  const page = await response.text();
  for (const path of Object.keys(contract.paths)) expect(page).toContain(path);
  expect(page).toContain(`>${service.url}<`);
  expect(page).toContain(`"servers":[{"url":"${service.url}"`);
  expect(page).not.toContain('{scheme}');
});

test('the docs load nothing from another host, and tell the browser to refuse it', async () => {
  const page = await (await fetch(`${service.url}/docs/`)).text();
  const loaded = [
    ...page.matchAll(/<(?:script|link|img|iframe|source)\b[^>]*?\s(?:src|href)\s*=\s*["']?([^"'\s>]+)/gi),
  ];
  const origins = loaded.map(([, address = '']) => new URL(address, service.url).origin);
  expect(origins.filter((origin) => origin !== service.url)).toEqual([]);
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*/);
});
