import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const { connection, request } = useServer();
const CREATE = '/v1/videos/generations';
const JSON_BODY = { model: 'video-2-0', input: { prompt: '#sandbox:fail=content_rejected' } };
const ORIGIN = { origin: 'https://shop.example.com' };
const CORS = 'access-control-allow-origin';

test('every response forbids browsers to run, frame and guess anything, and names no server software', async () => {
  for (const path of [
    '/v1/nothing',
    '/v1/tasks/task_1',
    '/openapi.json',
    '/healthz',
    '/results/a/video.mp4',
  ]) {
    const { headers } = await request(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d+$/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null]);
  }
});

test('the docs may run their own scripts and no others', async () => {
  const response = await request('/docs/');
  const policy = response.headers.get('content-security-policy') ?? '';
  const sources = /script-src ([^;]+)/.exec(policy)?.[1]?.split(' ') ?? [];
  const scripts = [...(await response.text()).matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)];
  const inside = scripts.map(([, script = '']) => script).filter((script) => script !== '');
  const hashes = inside.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  expect(sources).toEqual(["'self'", ...new Set(hashes)]);
  expect(policy).toContain("frame-ancestors 'none'");
});

test('a page may use a test key: its preflight passes, and it reads limits and where the task is', async () => {
  const preflight = await request(CREATE, {
    method: 'OPTIONS',
    headers: {
      ...ORIGIN,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get(CORS)).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toBe(
    'Authorization,Content-Type,Idempotency-Key,Last-Event-ID,Prefer',
  );
  const { key } = await givenOwner(connection, { mode: 'test' });
  const answer = await request(CREATE, { key, json: JSON_BODY, headers: ORIGIN });
  expect([answer.status, answer.headers.get(CORS)]).toEqual([202, '*']);
  expect(answer.headers.get('access-control-expose-headers')).toBe(
    'Deprecation,Idempotent-Replayed,Location,Preference-Applied,RateLimit,RateLimit-Policy,Retry-After,Sunset,X-Request-Id',
  );
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  const refused = await request(CREATE, { key: 'sk_test_x', json: JSON_BODY, headers: ORIGIN });
  expect([refused.status, refused.headers.get(CORS)]).toEqual([401, '*']);
});

test('a page cannot read the answers to a live key; other callers are not concerned', async () => {
  const { key } = await givenOwner(connection, { mode: 'live' });
  const fromPage = await request('/v1/tasks/task_1', { key, headers: ORIGIN });
  expect([fromPage.status, fromPage.headers.get(CORS)]).toEqual([404, null]);
  expect((await request('/v1/tasks/task_1', { key })).headers.get('vary')).toBeNull();
});

test('OPEN-24 OPTIONS without the marks of a preflight is a method that the path lacks', async () => {
  const plain = await request(CREATE, { method: 'OPTIONS', headers: ORIGIN });
  expect([plain.status, plain.headers.get('allow')]).toEqual([405, 'POST']);
  expect(await plain.json()).toMatchObject({ error: { code: 'invalid_request' } });
  expect((await request('/v1/nothing', { method: 'OPTIONS' })).status).toBe(404);
});

test('result files may be shown and read by any page', async () => {
  const response = await request('/results/task_1/video.mp4', { headers: ORIGIN });
  expect(response.headers.get(CORS)).toBe('*');
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});
