import { createServer } from 'node:http';
import { listen } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { runPrism, waitForUrl } from './run-prism.ts';

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops the mock and the process behind it', async (signal) => {
  await using command = runPrism(0);
  const url = await waitForUrl(command);
  expect((await fetch(`${url}/v1/tasks/task_1`)).status).toBe(401);
  command.signal(signal);
  expect(await command.ended).toEqual({ code: 0, signal: null });
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('a taken port ends the command with the names of what chooses another', async () => {
  await using occupant = await listen(createServer());
  await using command = runPrism(occupant.port);
  expect(await command.ended).toEqual({ code: 1, signal: null });
  expect(command.stderr).toContain('is already in use.\nChoose another one with --port or MOCK_PORT.');
});

test('a wrong port ends the command as a mistake of configuration', async () => {
  await using command = runPrism(70_000);
  expect(await command.ended).toEqual({ code: 2, signal: null });
  expect(command.stderr).toContain('MOCK_PORT must be a port from 0 to 65535');
});
