// The GitHub Action in an empty folder, with the packed packages: what it installs, and that it runs.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runAction } from '@keyframe/test-kit';
import { expect, inject, onTestFinished, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const MOST_MEGABYTES = 150;

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'action-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const createDocument = (maximum: number) => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      get: {
        responses: {
          '200': {
            description: 'The size.',
            content: { 'application/json': { schema: { type: 'integer', maximum } } },
          },
        },
      },
    },
  },
});

test('the Action installs the packed gate and nothing of the repository', async () => {
  const tarballs = inject('tarballs');
  const [cwd, temporary] = [await createFolder(), await createFolder()];
  await writeFile(join(cwd, 'old.json'), JSON.stringify(createDocument(9)));
  await writeFile(join(cwd, 'new.json'), JSON.stringify(createDocument(10)));
  // Packages that are not published yet are installed from their tarballs, too.
  const commandTarballs = Object.entries(tarballs).filter(([name]) => name.endsWith('/cli'));
  const inputs = {
    arguments: 'diff old.json new.json',
    packages: commandTarballs.map(([, path]) => path).join(' '),
  };
  const { steps, outputs } = await runAction({ folder: ROOT, inputs, cwd, temporary });
  expect(steps.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
    { code: 0, stderr: '' },
    { code: 1, stderr: '' },
  ]);
  expect(steps[1]?.stdout).toContain('[response-maximum-increased]');
  expect(outputs).toEqual({ status: '1' });
  const size = execFileSync('du', ['-sm', temporary], { encoding: 'utf8' });
  expect(Number.parseInt(size, 10)).toBeLessThan(MOST_MEGABYTES);
});
