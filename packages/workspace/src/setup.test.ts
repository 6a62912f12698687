import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setUp } from './setup.mjs';

const LOCK = 'importers:\n\n  .:\n    dependencies: {}\n\n  packages/a: {}\n\npackages:\n\n  b@1.0.0:\n';
let root: string;
let installs: number;

function install(): number {
  installs += 1;
  return 0;
}

beforeEach(async () => {
  installs = 0;
  root = await mkdtemp(join(tmpdir(), 'keyframe-setup-'));
  await mkdir(join(root, 'packages/a'), { recursive: true });
  await mkdir(join(root, 'node_modules/.pnpm'), { recursive: true });
  await writeFile(join(root, 'package.json'), '{}');
  await writeFile(join(root, 'packages/a/package.json'), '{}');
  await writeFile(join(root, 'pnpm-workspace.yaml'), '');
  await writeFile(join(root, 'pnpm-lock.yaml'), LOCK);
  await writeFile(join(root, 'node_modules/.pnpm/lock.yaml'), LOCK);
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('installs once while nothing changes', () => {
  expect([setUp(root, install), setUp(root, install)]).toEqual([0, 0]);
  expect(installs).toBe(1);
});

test.each([
  ['the lock file', 'pnpm-lock.yaml', `${LOCK}\n  c@1.0.0:\n`],
  ['the installed lock file', 'node_modules/.pnpm/lock.yaml', ''],
  ['the workspace', 'pnpm-workspace.yaml', 'saveExact: true'],
  ['the manifest of a package', 'packages/a/package.json', '{"bin":{}}'],
])('installs again after a change of %s', async (_, path, text) => {
  setUp(root, install);
  await writeFile(join(root, path), text);
  setUp(root, install);
  expect(installs).toBe(2);
});

test('installs again after an install that failed', () => {
  expect(setUp(root, () => 1)).toBe(1);
  setUp(root, install);
  expect(installs).toBe(1);
});
