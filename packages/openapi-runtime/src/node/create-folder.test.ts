import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolder } from './create-folder.ts';

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
  ['file', 'file', 'EEXIST'],
  ['file/a/b', 'file/a/b', 'ENOTDIR'],
  ['link/a', 'link', 'EEXIST'],
])('rejects %s', async (path, obstacle, code) => {
  await symlink(join(folder, 'absent'), join(folder, 'link'));
  await expect(createFolder(join(folder, path))).rejects.toMatchObject({
    path: join(folder, obstacle),
    code,
  });
});

// Node's own recursive mkdir never ends here on Linux.
test('ends where no folder can be created', async () => {
  const path = expect.stringMatching(/^\/proc(?:\/absent)?$/);
  await expect(createFolder('/proc/absent/a')).rejects.toMatchObject({ path });
});
