import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { locateImage, serveImages } from './local-images.ts';

const LOCAL = 'http://localhost:4000';

function createImage(text: string) {
  const { path, remove } = mkdtempDisposableSync(join(tmpdir(), 'keyframe-images-'));
  const image = join(path, 'first frame.png');
  writeFileSync(image, text);
  return { path: image, [Symbol.dispose]: remove };
}

test('an image is served at a path of its bytes until it is disposed', async () => {
  using image = createImage('one');
  const port = await freePort();
  const located = await locateImage(image.path, { baseUrl: LOCAL, port });
  expect(await locateImage(image.path, { baseUrl: LOCAL, port })).toEqual(located);
  const changed: string[] = [];
  {
    await using _ = await serveImages([located], (path) => changed.push(path));
    const response = await fetch(located.url);
    expect([response.headers.get('content-type'), await response.text()]).toEqual(['image/png', 'one']);
    for (const path of ['/', '/first%20frame.png', `/${'0'.repeat(64)}/first%20frame.png`]) {
      expect((await fetch(new URL(path, located.url))).status).toBe(404);
    }
    expect((await fetch(located.url, { method: 'POST' })).status).toBe(404);
  }
  await expect(fetch(located.url)).rejects.toThrow();
  expect(changed).toEqual([]);
});

test('an image that has changed since is reported, and not served', async () => {
  using image = createImage('one');
  const located = await locateImage(image.path, { baseUrl: LOCAL, port: await freePort() });
  writeFileSync(image.path, 'two');
  const changed: string[] = [];
  await using _ = await serveImages([located], (path) => changed.push(path));
  expect(changed).toEqual([image.path]);
  expect((await fetch(located.url)).status).toBe(404);
});

test.each([
  ['https://api.example.com', 'first.png', 'only a service on this machine downloads files of this machine'],
  [
    'http://127.0.0.1.example.com',
    'first.png',
    'only a service on this machine downloads files of this machine',
  ],
  [
    'http://127.0.0.1:4000',
    'absent.png',
    '--image must be a URL or a file that can be read (got "absent.png")',
  ],
  ['http://[::1]:4000', '.', '--image must be a URL or a file that can be read (got ".")'],
])('for %s, the image %s is rejected', async (baseUrl, text, message) => {
  await expect(locateImage(text, { baseUrl, port: 4030 })).rejects.toThrow(message);
});

test('a port that is taken is reported', async () => {
  using image = createImage('one');
  const located = await locateImage(image.path, { baseUrl: LOCAL, port: await freePort() });
  await using _ = await serveImages([located], () => undefined);
  await expect(serveImages([located], () => undefined)).rejects.toThrow('Images cannot be served on port');
});
