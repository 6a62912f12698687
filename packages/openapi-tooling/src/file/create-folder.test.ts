import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolder } from './create-folder.ts';
import { describeSystemError } from './describe-system-error.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'create-folder-'));
  await writeFile(join(folder, 'file'), '');
});

afterEach(() => rm(folder, { recursive: true }));

test('creates a folder and its parents, and leaves an existing one as it is', async () => {
  const path = join(folder, 'a', 'b', 'c');
  await createFolder(path, { mode: 0o700 });
  await createFolder(path);
  expect((await stat(path)).isDirectory()).toBe(true);
  expect((await stat(join(folder, 'a'))).mode & 0o777).toBe(0o700);
});

test('creates a folder once when several calls create it', async () => {
  const path = join(folder, 'a', 'b');
  await Promise.all([createFolder(path), createFolder(path), createFolder(join(path, 'c'))]);
  expect((await stat(join(path, 'c'))).isDirectory()).toBe(true);
});

test.each([
  ['file', 'file', 'A file with this name exists.'],
  ['file/a/b', 'file/a/b', 'A part of the path is a file, not a folder.'],
  ['link/a', 'link', 'A file with this name exists.'],
])('rejects %s', async (path, named, reason) => {
  await symlink(join(folder, 'absent'), join(folder, 'link'));
  const error: unknown = await createFolder(join(folder, path)).catch((thrown: unknown) => thrown);
  expect(describeSystemError(error)).toBe(`${join(folder, named)}: ${reason} Choose another path.`);
});

// Node's own recursive mkdir never ends here on Linux.
test('ends where no folder can be created', async () => {
  const error: unknown = await createFolder('/proc/absent/a').catch((thrown: unknown) => thrown);
  expect(describeSystemError(error)).toMatch(/^\/proc(?:\/absent)?: .* Choose another path\.$/);
});
