// Runs the example of the README.
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { TEST_SECRET } from '../src/index.ts';

const PACKAGE = join(import.meta.dirname, '..');
const README = await readFile(join(PACKAGE, 'README.md'), 'utf8');

test('the example of the README prints the documented output', async () => {
  const [, code = ''] = /^```ts tour\.ts\n(.*?)^```$/ms.exec(README) ?? [];
  const [, expected] = /^```text\n(.*?)^```$/ms.exec(README) ?? [];
  const path = join(PACKAGE, 'tests', `tour-${process.pid}.ts`);
  try {
    await writeFile(path, code.replace('@keyframe/openapi-mock', '../src/index.ts'));
    const { stdout } = await promisify(execFile)(process.execPath, [path]);
    expect(stdout).toBe(expected);
  } finally {
    await rm(path, { force: true });
  }
});

test('the README documents the secret that signs callbacks', () => {
  expect(README).toContain(TEST_SECRET);
});
