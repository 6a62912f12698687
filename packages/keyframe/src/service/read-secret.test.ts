import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readSecret } from './read-secret.ts';

const { signal } = new AbortController();

test('reads a secret from a pipe, wherever the command runs', async () => {
  const input = Readable.from(['sk_test_1\n']);
  expect(await readSecret('API key', { input, isTerminal: false, signal })).toBe('sk_test_1');
});

test('prompts nobody under a coding agent, although its input is a terminal', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const reading = readSecret('API key', { input, isTerminal: false, signal });
  await expect(reading).rejects.toThrow(
    'Pass the API key on standard input: only an interactive terminal has a prompt.',
  );
});
