import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');
const run = promisify(execFile);
let root = '';
let copy = '';

// A copy of the workspace's layout: the command writes beside itself and reads the document two folders up.
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'keyframe-contract-'));
  copy = join(root, 'packages/contract');
  await cp(join(PACKAGE, 'src'), join(copy, 'src'), { recursive: true });
  await cp(join(PACKAGE, 'package.json'), join(copy, 'package.json'));
  await cp(join(PACKAGE, 'generate.ts'), join(copy, 'generate.ts'));
  await symlink(join(PACKAGE, 'node_modules'), join(copy, 'node_modules'));
  await symlink(join(PACKAGE, '../../spec'), join(root, 'spec'));
});

afterAll(() => rm(root, { recursive: true }));

async function generate(...flags: string[]) {
  const command = run(process.execPath, [join(copy, 'generate.ts'), ...flags]);
  const { stderr } = await command.catch((error: { stderr: string }) => error);
  return { status: command.child.exitCode, stderr };
}

async function contents() {
  const folder = join(copy, 'src/generated');
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')]));
}

test('what is committed is what the document generates', async () => {
  expect(await generate('--check')).toEqual({ status: 0, stderr: '' });
});

test('a check lists every file that differs, is missing or is stale, names the repair, and writes nothing', async () => {
  const folder = join(copy, 'src/generated');
  await writeFile(join(folder, 'routes.ts'), 'edited\n');
  await writeFile(join(folder, 'old.ts'), '');
  await rm(join(folder, 'types.ts'));
  const before = await contents();
  const { status, stderr } = await generate('--check');
  expect(status).toBe(1);
  expect(stderr).toContain('packages/contract/src/generated/routes.ts differs');
  expect(stderr).toContain('packages/contract/src/generated/types.ts is missing');
  expect(stderr).toContain('packages/contract/src/generated/old.ts is not generated any more');
  expect(stderr).toContain('npm run generate');
  expect(await contents()).toEqual(before);
  await generate();
  expect(await generate('--check')).toEqual({ status: 0, stderr: '' });
});
