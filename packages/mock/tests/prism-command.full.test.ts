import { killProcess, listDescendants, startChild } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { COMMAND, runPrism, waitForUrl } from './run-prism.ts';

test('a Prism that ends ends the command with its reason', async () => {
  await using command = runPrism(0);
  await waitForUrl(command);
  listDescendants(command.pid).forEach(killProcess);
  expect(await command.ended).toEqual({ code: 1, signal: null });
  expect(command.stderr).toContain('Prism ended (SIGKILL).');
});

test('the mock starts with NODE_ENV=production', async () => {
  await using command = startChild({
    args: [COMMAND, '--engine', 'prism', '--port', '0'],
    env: { NODE_ENV: 'production' },
  });
  const url = await waitForUrl(command);
  expect((await fetch(`${url}/v1/tasks/task_1`)).status).toBe(401);
});

test('prints how a request selects a response', async () => {
  await using command = runPrism(0);
  await command.waitForOutput(/-H 'Prefer: code=429'/);
});
