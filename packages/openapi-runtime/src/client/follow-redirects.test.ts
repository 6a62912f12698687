import { expect, test } from 'vitest';
import { followRedirects } from './follow-redirects.ts';

const KEYS = { authorization: 'Bearer canary', 'x-api-key': 'canary', cookie: 'session=canary' };
const HEADERS = { accept: 'application/json', 'content-type': 'text/plain', ...KEYS };
const REST = { accept: 'application/json' };
const JSON_POST = { method: 'POST', headers: HEADERS, body: 'canary' };
const JSON_PUT = { ...JSON_POST, method: 'PUT' };
const DELETE = { method: 'DELETE', headers: KEYS };

/** Answers the first request with a redirect, and records all. */
function createService(status: number, location: string, isStrict = true) {
  const requests: object[] = [];
  const fetch = followRedirects(async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers } = request;
    requests.push({ method, url, headers: Object.fromEntries(headers), body: await request.text() });
    if (requests.length > 1) return new Response('reached');
    return new Response(null, { status, headers: { location } });
  }, isStrict);
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
])('a redirect %s to %s of %j sends %j, in either form', async (...[status, location, init, expected]) => {
  for (const form of ['URL', 'Request']) {
    const { fetch, requests } = createService(status, location);
    const response = await (form === 'URL'
      ? fetch('https://a.example/a', init)
      : fetch(new Request('https://a.example/a', init)));
    expect(await response.text()).toBe('reached');
    expect(requests[1]).toMatchObject(expected);
    const { headers } = { headers: {}, ...requests[1] };
    expect(Object.keys(headers).sort()).toEqual(Object.keys(Object(expected).headers).sort());
  }
});

test('a key stays removed when a redirect leads back', async () => {
  const keys: (string | null)[] = [];
  const locations = ['https://b.example/', 'https://a.example/'];
  const fetch = followRedirects(async (input, init) => {
    keys.push(new Request(input, init).headers.get('x-api-key'));
    const location = locations.shift();
    return location ? new Response(null, { status: 302, headers: { location } }) : new Response('reached');
  });
  await fetch('https://a.example/a', { headers: KEYS });
  expect(keys).toEqual(['canary', null, null]);
});

test('a body is sent to another origin without the keys, unless redirects are strict', async () => {
  const { fetch, requests } = createService(307, 'https://b.example/', false);
  await fetch('https://a.example/a', JSON_POST);
  expect(requests[1]).toEqual({
    method: 'POST',
    url: 'https://b.example/',
    headers: { accept: 'application/json', 'content-type': 'text/plain' },
    body: 'canary',
  });
});

test.each<[string, RequestInit]>([
  ['whose only credential fetch removes', { headers: { ...REST, authorization: 'Bearer canary' } }],
  ['that says how redirects are handled', { headers: KEYS, redirect: 'error' }],
])('leaves a request to fetch %s', async (_, init) => {
  const sent: unknown[] = [];
  const fetch = followRedirects(async (...args) => {
    sent.push(args);
    return new Response(null, { status: 302, headers: { location: '/b' } });
  });
  const request = new Request('https://a.example/', init);
  await fetch('https://a.example/', init);
  await fetch(request);
  expect(sent).toEqual([
    ['https://a.example/', init],
    [request, undefined],
  ]);
});

test('a request keeps the members that only a custom fetch knows', async () => {
  const received: unknown[] = [];
  const fetch = followRedirects(async (input) => {
    received.push(input);
    return new Response('reached');
  });
  await fetch(Object.assign(new Request('https://a.example/', { headers: KEYS }), { next: { tags: ['a'] } }));
  expect(received).toMatchObject([{ redirect: 'manual', next: { tags: ['a'] } }]);
});

test('a redirect that a browser hides is an error that names the header', async () => {
  const hidden = Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' });
  await expect(followRedirects(async () => hidden)('https://a.example/', { headers: KEYS })).rejects.toThrow(
    'browsers send cookie wherever a redirect leads',
  );
});

test.each([
  [307, 'https://b.example/', JSON_POST],
  [301, 'https://b.example/', JSON_PUT],
  [302, 'https://b.example/', DELETE],
  [302, 'https://b.example/', { redirect: 'manual' as const }],
  [302, 'data:text/plain,a', { headers: KEYS }],
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
  expect((await fetch('https://a.example/a', { headers: KEYS })).status).toBe(302);
  expect(count).toBe(21);
});
