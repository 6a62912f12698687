import { expect, test } from 'vitest';
import { followRedirects } from './follow-redirects.ts';

const KEYS = { authorization: 'Bearer canary', 'x-api-key': 'canary', cookie: 'session=canary' };
const HEADERS = { accept: 'application/json', 'content-type': 'text/plain', ...KEYS };
const REST = { accept: 'application/json' };
const JSON_POST = { method: 'POST', headers: HEADERS, body: 'canary' };
const JSON_PUT = { ...JSON_POST, method: 'PUT' };
const DELETE = { method: 'DELETE', headers: KEYS };

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
  [301, '/b', JSON_PUT, { method: 'PUT', headers: HEADERS, body: 'canary' }],
  [302, '/b', JSON_PUT, { method: 'PUT', headers: HEADERS, body: 'canary' }],
  [301, '/b', DELETE, { method: 'DELETE', headers: KEYS }],
  [302, '/b', DELETE, { method: 'DELETE', headers: KEYS }],
  [301, '/b', { ...JSON_POST, method: 'PATCH' }, { method: 'PATCH', headers: HEADERS, body: 'canary' }],
  [301, '/b', JSON_POST, { method: 'GET', headers: { ...REST, ...KEYS }, body: '' }],
  [302, '/b', JSON_POST, { method: 'GET', headers: { ...REST, ...KEYS }, body: '' }],
  [303, '/b', JSON_PUT, { method: 'GET', headers: { ...REST, ...KEYS }, body: '' }],
  [303, '/b', { ...DELETE, method: 'HEAD' }, { method: 'HEAD', headers: KEYS }],
  [308, '/b', JSON_PUT, { method: 'PUT', headers: HEADERS, body: 'canary' }],
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
  [301, 'https://b.example/', JSON_PUT],
  [302, 'https://b.example/', DELETE],
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
