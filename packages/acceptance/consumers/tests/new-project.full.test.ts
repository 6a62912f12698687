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

/** Runs a step of a newcomer, and reports its time. */
async function runStep(name: string, step: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await step();
  const elapsedMs = performance.now() - startedAtMs;
  console.info(`${name}: ${(elapsedMs / 1000).toFixed(1)} s`);
  return elapsedMs;
}

/** Replaces the packages of a project by their tarballs. */
async function installTarballs(folder: string): Promise<void> {
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
}

test('a new project passes its own tests in under a minute from its creation, and has all parts', async () => {
  const folder = join(dirname(npm), 'new-project');
  const own = { cwd: folder, path: [dirname(process.execPath)] };
  // After the installation, nothing may need the registry.
  const offline = { ...own, env: { npm_config_offline: 'true' } };
  const times = [
    await runStep('create-keyframe', () => run(['create-keyframe', folder], { cwd: npm, path })),
  ];
  await installTarballs(folder);
  times.push(
    await runStep('npm install', () =>
      run(['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error'], own),
    ),
    await runStep('npm test', async () => {
      const { status, stdout, stderr } = await tryCommand(['npm', 'test'], offline);
      expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
      expect(stdout).toContain('0 errors, 0 warnings');
      // A newcomer would take a stack trace for a failure.
      expect(stderr).not.toMatch(/^\s+at /m);
    }),
  );
  expect(times.reduce((sum, time) => sum + time, 0)).toBeLessThan(LIMIT_MS);
  await runStep('npm run docs', () => run(['npm', 'run', 'docs'], offline));
  expect(await readFile(join(folder, 'site/index.html'), 'utf8')).toContain('Notes');
  const { stdout } = await tryCommand(['npm', 'run', 'mock', '--', '--explain'], offline);
  expect(stdout).toContain('POST /notes creates');
  expect(await readFile(join(folder, '.github/workflows/ci.yml'), 'utf8')).toContain('npm test');
});
