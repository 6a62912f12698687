import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { listen, startChild } from '@keyframe/test-kit';
import { expect, test } from 'vitest';

const COMMAND = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops the mock', async (signal) => {
  await using command = startChild({ args: [COMMAND], env: { MOCK_PORT: '0' } });
  const [url] = await command.waitForOutput(/http:\S+/);
  expect((await fetch(`${url}/v1/tasks`)).status).toBe(401);
  command.signal(signal);
  expect(await command.ended).toEqual({ code: 0, signal: null });
});

test('a taken port ends the command with the names of what chooses another', async () => {
  await using occupant = await listen(createServer());
  await using command = startChild({ args: [COMMAND, '--port', String(occupant.port)] });
  expect(await command.ended).toEqual({ code: 1, signal: null });
  expect(command.stderr).toContain('is already in use.\nChoose another one with --port or MOCK_PORT.');
});
