import { execFile } from 'node:child_process';
import { existsSync, mkdtempDisposableSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createDownloads } from './download-folder.ts';

test('without a path, each server has one folder of its own that only its user can enter', async () => {
  const open = createDownloads(undefined);
  const [first, again, other] = await Promise.all([open(), open(), createDownloads(undefined)()]);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(statSync(first).mode & 0o777).toBe(0o700);
  for (const folder of [first, other]) rmSync(folder, { recursive: true });
});

test('a folder without a path is removed when the process ends, one with a path is not', async () => {
  using temporary = mkdtempDisposableSync(join(tmpdir(), 'downloads-'));
  const own = join(temporary.path, 'own');
  const script = `
    import { writeFileSync } from 'node:fs';
    import { createDownloads } from ${JSON.stringify(join(import.meta.dirname, 'download-folder.ts'))};
    for (const path of [undefined, undefined, ${JSON.stringify(own)}]) {
      const folder = await createDownloads(path)();
      writeFileSync(folder + '/a.bin', '');
      console.log(folder);
    }`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  const folders = stdout.trim().split('\n');
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, false, true]);
});

test('a path is created when it is needed', async () => {
  using temporary = mkdtempDisposableSync(join(tmpdir(), 'downloads-'));
  const path = join(temporary.path, 'a/b');
  expect(await createDownloads(path)()).toBe(path);
  expect(statSync(path).isDirectory()).toBe(true);
});
