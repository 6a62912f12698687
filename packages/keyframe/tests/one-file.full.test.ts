// The command line as one file, in a folder without packages.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempDisposableSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runAction } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { writeExecutable, writeScript } from '../bundle/write-bundle.ts';

const MOST_BYTES = 60_000_000;
const ROOT = join(import.meta.dirname, '../../..');
const DOCUMENT = join(import.meta.dirname, 'streams.yaml');

test('generates, explains and compares without node_modules', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'keyframe-one-file-'));
  const script = join(folder.path, 'keyframe.mjs');
  await writeScript(script);
  expect(statSync(script).size).toBeLessThan(MOST_BYTES);
  copyFileSync(DOCUMENT, join(folder.path, 'openapi.yaml'));
  const run = async (...words: string[]) =>
    (await promisify(execFile)(process.execPath, [script, ...words], { cwd: folder.path })).stdout;
  expect(await run('--help')).toContain('usage: keyframe <command>');
  expect(await run('generate', 'server', 'openapi.yaml', '--out', 'server', '--json')).toContain('routes.ts');
  expect(await run('generate', 'client', 'openapi.yaml', '--out', 'client', '--json')).toContain('client.ts');
  expect(await run('mock', 'openapi.yaml', '--explain', '--json')).toContain('explanation');
  expect(await run('diff', 'openapi.yaml', 'openapi.yaml')).toContain('0 errors');
  expect(await run('docs', 'openapi.yaml', '--out', 'reference.html', '--json')).toContain('reference.html');
  expect(await run('mcp', 'openapi.yaml', '--list')).not.toBe('');
  expect(await run('skills')).toContain('start-a-project');
  const inputs = { arguments: 'diff openapi.yaml openapi.yaml', file: script };
  expect(await runAction({ folder: ROOT, inputs, cwd: folder.path })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('0 errors'),
    outputs: { status: '0' },
  });
});

test('an executable needs no Node', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'keyframe-executable-'));
  const executable = join(folder.path, 'keyframe');
  await writeExecutable(executable);
  const run = async (...words: string[]) =>
    (await promisify(execFile)(executable, words, { cwd: folder.path, env: { PATH: folder.path } })).stdout;
  expect(await run('--help')).toContain('usage: keyframe <command>');
  expect(await run('mock', DOCUMENT, '--explain', '--json')).toContain('explanation');
  expect(await run('docs', DOCUMENT, '--out', 'reference.html', '--json')).toContain('reference.html');
});
