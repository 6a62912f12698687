import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readSite } from '../src/site.ts';

const site = readSite({ url: 'https://api.example.com/keyframe/', description: 'Production' });

function text(path: string): string {
  return site.get(path)?.body.toString() ?? '';
}

test('every form of the site names the address of its server, and no other', () => {
  expect(text('redoc/')).toContain(
    '"servers":[{"url":"https://api.example.com/keyframe","description":"Production"}]',
  );
  expect(text('')).toContain('https://api.example.com/keyframe/v1/videos/generations');
  expect(text('guides/quickstart.md')).toContain(
    'curl -s https://api.example.com/keyframe/v1/videos/generations',
  );
  expect(text('llms.txt')).toContain('(https://api.example.com/keyframe/docs/guides/quickstart.md)');
  expect(JSON.parse(text('openapi.json')).servers).toEqual([
    { url: 'https://api.example.com/keyframe', description: 'Production' },
  ]);
  const elsewhere = [...site].filter(
    ([, { body }]) => body.includes('localhost:4000') || body.includes('127.0.0.1:4000'),
  );
  // The script of Redoc has an address of that kind in a text of its own.
  expect(elsewhere.map(([path]) => path)).toEqual(['redoc/']);
});

test('scripts inside a page are known by their hashes', () => {
  const scripts = [...text('').matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)];
  const inside = scripts.map(([, script = '']) => script).filter((script) => script !== '');
  const hashes = inside.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  expect(hashes.length).toBeGreaterThan(0);
  expect(site.get('')?.scriptHashes).toEqual([...new Set(hashes)]);
});

test('a file is compressed once, and what is compressed already is left as it is', async () => {
  const page = site.get('redoc/');
  const compressed = await page?.compressed?.();
  expect(await page?.compressed?.()).toBe(compressed);
  expect(gunzipSync(compressed ?? '').equals(page?.body ?? Buffer.of())).toBe(true);
  const images = [...site.values()].filter(({ mediaType }) => mediaType === 'image/png');
  expect(images.map(({ compressed: form }) => form)).toEqual(images.map(() => undefined));
});
