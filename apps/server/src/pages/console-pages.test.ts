import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CONSOLE_DIRECTORY } from '@keyframe/console';
import { expect, test } from 'vitest';
import { consolePages } from './console-pages.ts';

const app = consolePages({
  publicUrl: 'https://videos.example.com/video',
  store: {
    reader: {
      kind: 'urls',
      origin: 'https://bucket.example.com',
      createUrl: () => Promise.reject(new Error('unused')),
    },
  },
});
const page = readFileSync(join(CONSOLE_DIRECTORY, 'index.html'), 'utf8');
const script = readdirSync(join(CONSOLE_DIRECTORY, 'assets')).find((name) => /^index-.*\.js$/.test(name));

test.each(['/console/', '/console/owners/own_1/tasks/task_1', '/console/operator'])(
  '%s answers the app, to be revalidated each time',
  async (path) => {
    const response = await app.request(path);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toBe(page);
  },
);

test.each(['/console/api/session', '/console/auth/sign-out', '/console/assets/gone.js', '/console/assets/'])(
  '%s is no page',
  async (path) => {
    expect((await app.request(path)).status).toBe(404);
  },
);

test('files that change their name with their content are kept by browsers, and come compressed', async () => {
  const path = `/console/assets/${script}`;
  const response = await app.request(path, { headers: { 'accept-encoding': 'gzip' } });
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
  const sent = gunzipSync(await response.arrayBuffer()).toString();
  expect(sent).toBe(readFileSync(join(CONSOLE_DIRECTORY, 'assets', script ?? ''), 'utf8'));
  const brotli = await app.request(path, { headers: { 'accept-encoding': 'gzip, br' } });
  expect(brotli.headers.get('content-encoding')).toBe('br');
});

test('the policy of the pages allows no inline script or style, no frame and no other hosts but those of results', async () => {
  const response = await app.request('/console/');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy.match(/https?:[^ ;]+/g)).toEqual([
    'https://videos.example.com',
    'https://bucket.example.com',
  ]);
  expect(page).not.toMatch(/<style|<script(?![^>]*\bsrc=)| style=| on\w+=/);
});
