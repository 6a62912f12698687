import { eventually, killProcess, listDescendants, startChild } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { COMMAND, runPrism, waitForUrl } from './run-prism.ts';

test('starts Prism again after it died, and prints a line', async () => {
  await using command = runPrism(0);
  const url = await waitForUrl(command);
  listDescendants(command.pid).forEach(killProcess);
  await expect.poll(() => command.stderr).toContain('Prism died (SIGKILL); restarting it.');
  expect((await fetch(`${url}/v1/tasks/task_1`)).status).toBe(401);
});

test('a Prism that keeps dying ends the command, with its reason and another exit code than 0', async () => {
  await using command = runPrism(0);
  await waitForUrl(command);
  const exit = await eventually('the command to give up', () => {
    listDescendants(command.pid).forEach(killProcess);
    return command.exit;
  });
  expect(exit).toEqual({ code: 1, signal: null });
  expect(command.stderr).toMatch(/Prism died \(SIGKILL\) and did not start again|Prism died 6 times/);
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
