import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { headerLine } from './generated-file.ts';
import { findDrift, writeFiles } from './output-folder.ts';

const HEADER = headerLine({ tool: 'openapi-hono', source: 'api.yaml', command: 'make' });
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-output-'));
});

afterEach(() => rm(folder, { recursive: true }));

function file(path: string, text: string) {
  return { path, text: HEADER + text };
}

test('only changed files are written, and files that are no longer generated are removed', async () => {
  await writeFiles(folder, [file('a.ts', 'a'), file('b.ts', 'b'), file('old.ts', 'c')]);
  await writeFile(join(folder, 'by-hand.ts'), 'kept');
  await writeFile(join(folder, 'notes.md'), HEADER);
  const before = await stat(join(folder, 'a.ts'), { bigint: true });
  expect(await writeFiles(folder, [file('a.ts', 'a'), file('b.ts', 'other'), file('new.ts', 'd')])).toEqual({
    written: ['b.ts', 'new.ts'],
    unchanged: ['a.ts'],
    removed: ['old.ts'],
  });
  expect(await stat(join(folder, 'a.ts'), { bigint: true })).toMatchObject({
    ino: before.ino,
    mtimeNs: before.mtimeNs,
  });
  expect((await readdir(folder)).sort()).toEqual(['a.ts', 'b.ts', 'by-hand.ts', 'new.ts', 'notes.md']);
  expect(await readFile(join(folder, 'b.ts'), 'utf8')).toBe(`${HEADER}other`);
});

test('line ends of Windows, as git checks files out, are no difference', async () => {
  const files = [file('a.ts', 'a\n')];
  await writeFile(join(folder, 'a.ts'), `${HEADER}a\n`.replaceAll('\n', '\r\n'));
  expect(await findDrift(folder, files)).toEqual([]);
  expect(await writeFiles(folder, files)).toMatchObject({ written: [], unchanged: ['a.ts'] });
});

test('a file is replaced, not overwritten: a process that has it open reads the old content to its end', async () => {
  await writeFiles(folder, [file('a.ts', 'a')]);
  const before = await stat(join(folder, 'a.ts'));
  await writeFiles(folder, [file('a.ts', 'b')]);
  expect((await stat(join(folder, 'a.ts'))).ino).not.toBe(before.ino);
});

test('if one file cannot be written, no file is written and no temporary file remains', async () => {
  await writeFiles(folder, [file('a.ts', 'a')]);
  await expect(writeFiles(folder, [file('a.ts', 'b'), file('no/where.ts', 'c')])).rejects.toThrow('ENOENT');
  expect(await readdir(folder)).toEqual(['a.ts']);
  expect(await readFile(join(folder, 'a.ts'), 'utf8')).toBe(`${HEADER}a`);
});
