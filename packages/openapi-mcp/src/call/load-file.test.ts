import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { loadFile, loadFiles } from './load-file.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'load-file-')));
const allowed = join(root, 'allowed');
const secret = join(root, 'allowed-not', 'secret.txt');
mkdirSync(join(allowed, 'folder'), { recursive: true });
mkdirSync(join(root, 'allowed-not'));
writeFileSync(secret, 'secret');
writeFileSync(join(allowed, 'cat.png'), 'meow');
writeFileSync(join(allowed, 'huge.bin'), '');
truncateSync(join(allowed, 'huge.bin'), 100_000_001);
writeFileSync(join(allowed, 'large.bin'), '');
truncateSync(join(allowed, 'large.bin'), 60_000_000);
symlinkSync(secret, join(allowed, 'link'));
symlinkSync(join(root, 'allowed-not'), join(allowed, 'linked-folder'));
symlinkSync(join(allowed, 'cat.png'), join(allowed, 'kitten'));
execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', join(allowed, 'pipe')]);

afterAll(() => rmSync(root, { recursive: true }));

test.each([
  join(allowed, 'cat.png'),
  join(allowed, 'folder', '..', 'cat.png'),
  pathToFileURL(join(allowed, 'cat.png')).href,
  join(allowed, 'kitten'),
])('%s is read', async (path) => {
  const file = await loadFile(path, { allowedPaths: [allowed] });
  expect([await file.text(), file.name, file.type]).toEqual(['meow', 'cat.png', 'image/png']);
});

test.each([
  secret,
  allowed,
  join(allowed, 'folder'),
  join(allowed, 'absent'),
  join(allowed, 'link'),
  join(allowed, 'linked-folder', 'secret.txt'),
  `${allowed}/../allowed-not/secret.txt`,
  `${allowed}-not/secret.txt`,
  `file://${allowed}/%2e%2e/allowed-not/secret.txt`,
  `FILE://${secret}`,
  `${allowed}/cat.png\0`,
  join(allowed, 'pipe'),
  join(allowed, 'huge.bin'),
])('%s is not read', async (path) => {
  await expect(loadFile(path, { allowedPaths: [allowed] })).rejects.toThrow('was not read: it');
});

test.each(['file://other-host/etc/hostname', 'file:///etc%2Fhostname'])('%s is not valid', async (url) => {
  await expect(loadFile(url, { allowedPaths: [allowed] })).rejects.toThrow('The file: URL is not valid.');
});

test.each(['/proc/self/environ', '/dev/zero', '/sys/kernel/notes'])(
  '%s is not read, even if all folders are allowed',
  async (path) => {
    await expect(loadFile(path, { allowedPaths: ['/'] })).rejects.toThrow('was not read: it');
  },
);

test('the files of a body are read, and have 100 MB together at most', async () => {
  const body = { isFile: false, fileMembers: new Set(['cover', 'files']) };
  const access = { allowedPaths: [allowed] };
  const cat = join(allowed, 'cat.png');
  const loaded = await loadFiles(body, { name: 'a', cover: cat, files: [cat] }, access);
  expect(loaded).toEqual({ name: 'a', cover: expect.any(File), files: [expect.any(File)] });
  const large = join(allowed, 'large.bin');
  await expect(loadFiles(body, { cover: large, files: [large] }, access)).rejects.toThrow(
    'The files have more than 100000000 bytes together.',
  );
});
