// A project of create-keyframe, created in an empty folder by the commands of the README, from the tarballs.
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { run, tryCommand } from '../src/command.ts';
import { readBlocks } from '../src/readme-blocks.ts';

const { npm } = inject('consumers');
const tarballs = dirname(inject('tarballs')['@keyframe/create'] ?? '');
const [block] = readBlocks('README.md', 'Create a project');
const commands = block?.text.trim().replaceAll('/path/to/keyframe/tarballs', tarballs).split('\n') ?? [];

/** Runs a step of a newcomer, and reports its time. */
async function runStep(name: string, step: () => Promise<unknown>): Promise<void> {
  const startedAtMs = performance.now();
  await step();
  console.info(`${name}: ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`);
}

test('a new project passes its own tests, and has all parts', async () => {
  const parent = join(dirname(npm), 'new-project');
  const folder = join(parent, 'my-api');
  await mkdir(parent);
  // The Node of the workspace: the command line needs a newer one than the lowest of the other packages.
  const own = { cwd: folder, path: [dirname(process.execPath)] };
  // After the installation, nothing may need the registry.
  const offline = { ...own, env: { npm_config_offline: 'true' } };
  expect(commands.at(-1)).toBe('npm test');
  const install = commands.slice(0, -1).join('\n');
  await runStep('creation', () => run(['bash', '-ec', install], { ...own, cwd: parent }));
  await runStep('npm test', async () => {
    const { status, stdout, stderr } = await tryCommand(['npm', 'test'], offline);
    expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
    expect(stdout).toContain('0 errors, 0 warnings');
    // A newcomer would take a stack trace for a failure.
    expect(stderr).not.toMatch(/^\s+at /m);
  });
  await runStep('npm run docs', () => run(['npm', 'run', 'docs'], offline));
  expect(await readFile(join(folder, 'site/index.html'), 'utf8')).toContain('Notes');
  const { stdout } = await tryCommand(['npm', 'run', 'mock', '--', '--explain'], offline);
  expect(stdout).toContain('POST /notes creates');
  expect(await readFile(join(folder, '.github/workflows/ci.yml'), 'utf8')).toContain('npm run test');
});
