import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { eventually, killProcess, listDescendants, listen, startChild } from '@keyframe/test-kit';
import { expect, test } from 'vitest';

const COMMAND = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

function runMock(port: number) {
  return startChild({
    args: [COMMAND, '--engine', 'prism'],
    env: { HOST: '127.0.0.1', MOCK_PORT: String(port) },
  });
}

async function waitForUrl(command: ReturnType<typeof runMock>): Promise<string> {
  const [url] = await command.waitForOutput(/http:\S+/);
  return url;
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops the mock and the process behind it', async (signal) => {
  await using command = runMock(0);
  const url = await waitForUrl(command);
  expect((await fetch(`${url}/v1/tasks/task_1`)).status).toBe(401);
  command.signal(signal);
  expect(await command.ended).toEqual({ code: 0, signal: null });
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('a killed command leaves no process behind', async () => {
  await using command = runMock(0);
  const url = await waitForUrl(command);
  command.signal('SIGKILL');
  await expect.poll(() => fetch(url).catch((error: Error) => error.message)).toBe('fetch failed');
});

test('starts Prism again after it died, and prints a line', async () => {
  await using command = runMock(0);
  const url = await waitForUrl(command);
  listDescendants(command.pid).forEach(killProcess);
  await expect.poll(() => command.stderr).toContain('Prism died (SIGKILL); restarting it.');
  expect((await fetch(`${url}/v1/tasks/task_1`)).status).toBe(401);
});

test('a Prism that keeps dying ends the command, with its reason and another exit code than 0', async () => {
  await using command = runMock(0);
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
  await using command = runMock(0);
  await command.waitForOutput(/-H 'Prefer: code=429'/);
});

test('a taken port ends the command with the names of what chooses another', async () => {
  await using occupant = await listen(createServer());
  await using command = runMock(occupant.port);
  expect(await command.ended).toEqual({ code: 1, signal: null });
  expect(command.stderr).toContain('is already in use. Choose another one with --port or MOCK_PORT.');
});

test('a wrong port ends the command as a mistake of configuration', async () => {
  await using command = runMock(70_000);
  expect(await command.ended).toEqual({ code: 2, signal: null });
  expect(command.stderr).toContain('MOCK_PORT must be a port from 0 to 65535');
});
