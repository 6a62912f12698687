import { mkdirSync, mkdtempDisposableSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFile, replaceFile } from './private-file.ts';

test('leaves no draft where a file cannot be replaced', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'keyframe-file-'));
  const path = join(folder.path, 'a.json');
  mkdirSync(path);
  await expect(replaceFile(path, '{}')).rejects.toThrow(/EISDIR|EEXIST|ENOTEMPTY/);
  expect(readdirSync(folder.path)).toEqual(['a.json']);
});

test('creates a file once, without a draft beside it', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'keyframe-file-'));
  const path = join(folder.path, 'a.json');
  expect([await createFile(path, '1'), await createFile(path, '2')]).toEqual([true, false]);
  expect(readdirSync(folder.path)).toEqual(['a.json']);
});
