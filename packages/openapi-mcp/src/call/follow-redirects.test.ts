import { expect, test } from 'vitest';
import { followRedirects } from './follow-redirects.ts';

const KEYS = { authorization: 'Bearer canary', 'x-api-key': 'canary', cookie: 'session=canary' };
const HEADERS = { accept: 'application/json', 'content-type': 'text/plain', ...KEYS };
const REST = { accept: 'application/json' };
const JSON_POST = { method: 'POST', headers: HEADERS, body: 'canary' };

/** Answers the first request with a redirect, and records all. */
function createService(status: number, location: string) {
  const requests: object[] = [];
  const fetch = followRedirects(async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers } = request;
    requests.push({ method, url, headers: Object.fromEntries(headers), body: await request.text() });
    if (requests.length > 1) return new Response('reached');
    return new Response(null, { status, headers: { location } });
  });
  return { fetch, requests };
}

test.each<[number, string, RequestInit, object]>([
  [302, '/b', { headers: HEADERS }, { method: 'GET', url: 'https://a.example/b', headers: HEADERS }],
  [302, 'https://b.example/', { headers: HEADERS }, { url: 'https://b.example/', headers: REST }],
  [302, 'https://a.example:444/', { headers: HEADERS }, { headers: REST }],
  [302, 'http://a.example/', { headers: HEADERS }, { headers: REST }],
  [307, '/b', JSON_POST, { method: 'POST', headers: HEADERS, body: 'canary' }],
  [303, '/b', JSON_POST, { method: 'GET', headers: { ...REST, ...KEYS }, body: '' }],
  [303, 'https://b.example/', JSON_POST, { method: 'GET', headers: REST, body: '' }],
])('a redirect %s to %s of %j sends %j', async (...[status, location, init, expected]) => {
  const { fetch, requests } = createService(status, location);
  const response = await fetch('https://a.example/a', init);
  expect(await response.text()).toBe('reached');
  expect(requests[1]).toMatchObject(expected);
  const { headers } = { headers: {}, ...requests[1] };
  expect(Object.keys(headers).sort()).toEqual(Object.keys(Object(expected).headers).sort());
});

test.each([
  [307, 'https://b.example/', JSON_POST],
  [302, 'https://b.example/', { redirect: 'manual' as const }],
])('a redirect %s to %s of %j is the response', async (status, location, init) => {
  const { fetch, requests } = createService(status, location);
  expect((await fetch('https://a.example/a', init)).status).toBe(status);
  expect(requests).toHaveLength(1);
});

test('redirects in a circle end', async () => {
  let count = 0;
  const fetch = followRedirects(async () => {
    count += 1;
    return new Response(null, { status: 302, headers: { location: '/a' } });
  });
  expect((await fetch('https://a.example/a')).status).toBe(302);
  expect(count).toBe(11);
});
