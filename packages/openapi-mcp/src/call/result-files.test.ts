import { mkdtempDisposableSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ResultFiles } from './result-files.ts';

function createFiles(limits: { file?: number; total?: number }) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'result-files-'));
  const files = new ResultFiles(async () => folder.path, limits);
  const save = (name: string, size: number) =>
    files.save({ name, status: 200, start: { whole: Buffer.alloc(size) } });
  return {
    path: folder.path,
    save,
    list: () => readdirSync(folder.path).toSorted(),
    [Symbol.dispose]: () => folder.remove(),
  };
}

const APPLIED = 'The service answered with status 200, so the call was applied, but its body is larger than';

test('a file of exactly the limit is saved, and a larger one is not', async () => {
  using files = createFiles({ file: 4 });
  expect(await files.save('a', 4)).toEqual({ path: join(files.path, 'a'), size: 4 });
  await expect(files.save('b', 5)).rejects.toThrow(`${APPLIED} the limit of 4 bytes for a file.`);
  expect(files.list()).toEqual(['a']);
});

test('all files together have a limit, which counts no file that failed', async () => {
  using files = createFiles({ file: 8, total: 10 });
  await files.save('a', 6);
  for (const name of ['b', 'c']) {
    await expect(files.save(name, 5)).rejects.toThrow(
      `${APPLIED} what is left of the 10 bytes for all files of results: delete some in ${files.path}.`,
    );
  }
  await files.save('d', 4);
  expect(files.list()).toEqual(['a', 'd']);
});

test('files that are written at the same time share the limit', async () => {
  using files = createFiles({ total: 10 });
  const saved = await Promise.allSettled(['a', 'b', 'c'].map((name) => files.save(name, 4)));
  expect(saved.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});

test('a file that was deleted counts no longer', async () => {
  using files = createFiles({ total: 10 });
  const { path } = await files.save('a', 10);
  rmSync(path);
  await files.save('b', 10);
  expect(files.list()).toEqual(['b']);
});
