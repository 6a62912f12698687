import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const COMMAND = fileURLToPath(new URL('../src/mock.ts', import.meta.url));
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

function runMock(port: number) {
  const child = spawn(process.execPath, [COMMAND], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOST: '127.0.0.1', MOCK_PORT: String(port) },
  });
  started.push(child);
  return child;
}

async function urlOf(command: ReturnType<typeof runMock>): Promise<string> {
  const [usage] = await once(command.stdout, 'data');
  return /http:\S+/.exec(String(usage))?.[0] ?? '';
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops the mock and the process behind it', async (signal) => {
  const command = runMock(0);
  const url = await urlOf(command);
  expect((await fetch(`${url}/v1/tasks/task_1`)).status).toBe(401);
  command.kill(signal);
  expect(await once(command, 'exit')).toEqual([0, null]);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('a killed command leaves no process behind', async () => {
  const command = runMock(0);
  const url = await urlOf(command);
  command.kill('SIGKILL');
  await expect.poll(() => fetch(url).catch((error: Error) => error.message)).toBe('fetch failed');
});

/** Lists the processes that a process has started. */
function childrenOf(pid: number | undefined): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' }).trim().split('\n');
  return rows.flatMap((row) => {
    const [child, parent, name] = row.trim().split(/\s+/);
    return Number(parent) === pid && name !== 'ps' ? [Number(child)] : [];
  });
}

test('a Prism that dies is started again, with a line that tells it', async () => {
  const command = runMock(0);
  let told = '';
  command.stderr.on('data', (chunk) => {
    told += chunk;
  });
  const url = await urlOf(command);
  for (const pid of childrenOf(command.pid)) process.kill(pid, 'SIGKILL');
  await expect.poll(() => told).toContain('Prism died (SIGKILL); restarting it.');
  expect((await fetch(`${url}/v1/tasks/task_1`)).status).toBe(401);
});

test('a Prism that keeps dying ends the command, with its reason and another exit code than 0', async () => {
  const command = runMock(0);
  const exit = once(command, 'exit');
  const complaint = text(command.stderr);
  await urlOf(command);
  const killing = setInterval(() => {
    for (const pid of childrenOf(command.pid)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It was gone before.
      }
    }
  }, 50);
  expect(await exit.finally(() => clearInterval(killing))).toEqual([1, null]);
  expect(await complaint).toMatch(/Prism died \(SIGKILL\) and did not start again|Prism died 6 times/);
});

test('the command tells how to ask for an answer', async () => {
  const command = runMock(0);
  const [usage] = await once(command.stdout, 'data');
  expect(String(usage)).toContain("-H 'Prefer: code=429'");
});

test('a taken port ends the command with the name of the variable', async () => {
  const occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  const { port } = occupant.address() as AddressInfo;
  const command = runMock(port);
  const [complaint, [exitCode]] = await Promise.all([text(command.stderr), once(command, 'exit')]);
  expect(complaint).toContain('set MOCK_PORT to a free one');
  expect(exitCode).toBe(1);
  occupant.close();
});

test('a wrong port ends the command as a mistake of configuration', async () => {
  const command = runMock(70_000);
  const [complaint, [exitCode]] = await Promise.all([text(command.stderr), once(command, 'exit')]);
  expect(complaint).toContain('MOCK_PORT must be a port from 0 to 65535');
  expect(exitCode).toBe(2);
});
