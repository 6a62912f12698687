import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { runCommand } from './command.ts';

const options = { cwd: tmpdir(), env: { PATH: process.env.PATH } };

test('a command reads its input, and its output is given', async () => {
  expect(await runCommand('cat', [], { ...options, input: 'CREATE DATABASE keyframe\n' })).toBe(
    'CREATE DATABASE keyframe\n',
  );
});

test('a command that ends without reading its input has ended well', async () => {
  // More than any pipe holds, so that writing it must fail.
  expect(await runCommand('true', [], { ...options, input: 'x'.repeat(10_000_000) })).toBe('');
});

test('a command that fails rejects with what it wrote to standard error', async () => {
  await expect(runCommand('sh', ['-c', 'echo broken >&2; exit 3'], options)).rejects.toMatchObject({
    code: 3,
    stderr: 'broken\n',
  });
});
