// A project of create-keyframe, in an empty folder, with the packages installed from their tarballs.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { run, tryCommand } from '../src/command.ts';
import { asFiles } from '../src/install-consumers.ts';

const LIMIT_MS = 60_000;

const { npm } = inject('consumers');
const files = asFiles(inject('tarballs'));
// The Node of the workspace: the command line needs a newer one than the lowest of the other packages.
const path = [dirname(process.execPath), join(npm, 'node_modules/.bin')];

type Versions = Record<string, string>;

function useTarballs(versions: Versions): Versions {
  return Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [name, files[name] ?? version]),
  );
}

test('a new project passes its own tests in under a minute, and writes its docs', async () => {
  const folder = join(dirname(npm), 'new-project');
  await run(['create-keyframe', folder], { cwd: npm, path });
  const manifestPath = join(folder, 'package.json');
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8'));
  const { dependencies, devDependencies } = manifest;
  const installed = {
    ...manifest,
    dependencies: useTarballs(dependencies),
    devDependencies: useTarballs(devDependencies),
    overrides: files,
  };
  await writeFile(manifestPath, JSON.stringify(installed));
  const own = { cwd: folder, path: [dirname(process.execPath)] };
  await run(['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error'], own);
  const startedAtMs = performance.now();
  const { status, stdout, stderr } = await tryCommand(['npm', 'test'], own);
  const elapsedMs = performance.now() - startedAtMs;
  expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
  expect(stdout).toContain('0 errors, 0 warnings');
  expect(elapsedMs).toBeLessThan(LIMIT_MS);
  await run(['npm', 'run', 'docs'], own);
  expect(await readFile(join(folder, 'site/index.html'), 'utf8')).toContain('Notes');
});
