// The process as its user sees it: what it prints, what it refuses to start with, and how it stops.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createClient, type VideoGenerationAccepted } from '@keyframe/client';
import {
  createDataDirectory,
  eventually,
  freePort,
  isAlive,
  listen,
  PRODUCTION_ENV,
  processesNaming,
  startChild,
} from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { MAIN_SCRIPT } from '../../support/server-scripts.ts';
import { startService } from '../../support/service.ts';

/** Empty counts as unset. */
const DEFAULT_RATES = { RATE_CREATE: '', RATE_STATUS: '', RATE_POLL: '' };
const POLL = { pollInterval: 100, waitTimeout: 200_000 };

async function refuseToStart(env: Record<string, string>) {
  await using data = await createDataDirectory();
  await using child = startChild({
    args: [MAIN_SCRIPT],
    env: { ...PRODUCTION_ENV, KEYFRAME_DATA: data.path, DATABASE_URL: '', ...env },
  });
  const exit = await child.waitForExit();
  return { exit, stdout: child.stdout, stderr: child.stderr };
}

/** The address in the console's line of what a start prints. */
const consoleLine = (stdout: string) => /^ {2}Console +(\S+)$/m.exec(stdout)?.[1] ?? '';

test('a second start on the same data goes on where the first ended, with a task that was under way; the link of the first start makes the first operator, a member of the demo owner', async () => {
  await using data = await createDataDirectory();
  const first = await startService({ dataDirectory: data.path });
  const link = new URL(consoleLine(first.child.stdout));
  expect(link.pathname).toBe('/console/setup');
  const person = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery staple' };
  const setUp = () =>
    fetch(new URL('/console/api/operators/setup', first.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: link.hash.replace('#token=', ''), ...person }),
    });
  const answer = await setUp().then((response) => response.json());
  const again = await setUp();
  const input = { prompt: 'a calm sea #sandbox:delay=1s', duration: 4 } as const;
  const { taskId, credits } = await createClient({ apiKey: first.testKey, baseUrl: first.url })
    .videos.create({ model: 'video-2-0', input })
    .finally(() => first[Symbol.asyncDispose]());
  expect(answer).toMatchObject({
    user: { email: person.email, is_operator: true },
    owners: [{ id: first.ownerId, role: 'owner' }],
  });
  expect(again.status).toBe(404);
  expect(first.child.exit).toEqual({ code: 0, signal: null });

  await using second = await startService({ dataDirectory: data.path });
  const liveKeyHint = `sk_live_…${first.liveKey.slice(-4)}`;
  expect(second).toMatchObject({ testKey: first.testKey, liveKey: liveKeyHint, ownerId: first.ownerId });
  expect(consoleLine(second.child.stdout)).toBe(`${second.url.replace('127.0.0.1', 'localhost')}/console/`);
  const task = await createClient({ apiKey: second.testKey, baseUrl: second.url }).tasks.wait(taskId, POLL);
  expect(task).toMatchObject({ status: 'completed', billing_status: 'charged', credits });
  expect(await second.commands.audit()).toMatchObject({ balanced: true });
});

/** Gives the arguments of the curl command in a text, as a shell reads them. */
function curlArguments(text: string): string[] {
  const command = /^ *(curl -s \S+\/v1\/videos\/generations[\s\S]*?)\n\n/m.exec(text)?.[1] ?? '';
  return execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
}

test('the printed command submits a video under the default limits, and Ctrl-C stops everything', {
  meta: { requirements: ['LIM-1', 'LIM-2', 'OPEN-13'] },
}, async () => {
  await using service = await startService({ ownGroup: true, env: DEFAULT_RATES });
  const [silent, url = '', ...options] = curlArguments(service.child.stdout);
  expect([silent, options[0], options[2], options[4]]).toEqual(['-s', '-H', '-H', '-d']);
  const headers = [options[1], options[3]].map((header = '') => header.split(': ', 2));
  const response = await fetch(url, {
    method: 'POST',
    headers: Object.fromEntries(headers),
    body: options[5] ?? '',
  });
  expect(response.status).toBe(202);
  expect(response.headers.get('ratelimit-policy')).toBe('"create";q=60;w=60');
  const { taskId }: VideoGenerationAccepted = JSON.parse(await response.text());
  const record = await fetch(`${service.url}/v1/tasks/${taskId}`, {
    headers: { authorization: `Bearer ${service.liveKey}` },
  });
  expect(await record.json()).toMatchObject({ id: taskId, model: 'video-2-0' });
  expect(record.headers.get('ratelimit-policy')).toBe('"status";q=600;w=60, "poll";q=6;w=60');

  const { pid } = service.child;
  const database = processesNaming(service.dataDirectory);
  expect(database).not.toEqual([]);
  service.child.signal('SIGINT', { group: true });
  expect(await service.child.waitForExit()).toEqual({ code: 0, signal: null });
  await eventually('all processes to be gone', () => ![pid, ...database].some(isAlive));
});

test('Ctrl-C during the start stops what has already started, and is no error', async () => {
  await using data = await createDataDirectory();
  const ports = { PORT: String(await freePort()), MOCK_PORT: String(await freePort()) };
  await using child = startChild({
    args: [MAIN_SCRIPT],
    ownGroup: true,
    env: { ...PRODUCTION_ENV, KEYFRAME_DATA: data.path, DATABASE_URL: '', ...ports },
  });
  // PostgreSQL runs and gets the signal as well; the API starts once the migrations have run.
  await eventually('the database', () => existsSync(join(data.path, 'database-url')));
  const started = processesNaming(data.path);
  expect(started).not.toEqual([]);
  child.signal('SIGINT', { group: true });
  expect(await child.waitForExit()).toEqual({ code: 0, signal: null });
  expect(child.stderr).not.toContain('did not start');
  expect(child.stdout).toBe('');
  await eventually('all processes to be gone', () => !started.some(isAlive));
});

test.each(['PORT', 'MOCK_PORT'])('a taken %s is a clear error', async (variable) => {
  await using occupant = await listen(createServer());
  const taken = occupant.port;
  const ports = { PORT: String(await freePort()), MOCK_PORT: String(await freePort()) };
  const { exit, stdout, stderr } = await refuseToStart({ ...ports, [variable]: String(taken) });
  expect(exit.code).toBeGreaterThan(0);
  expect(stderr).toContain(`Port ${taken}`);
  expect(stderr).toMatch(new RegExp(`\\b${variable}\\b`));
  expect(stdout).toBe('');
});

test('every wrong setting is named with what it takes, and nothing starts', async () => {
  const { exit, stdout, stderr } = await refuseToStart({ RATE_CREATE: 'many', TASK_TIMEOUT: '30' });
  expect(exit.code).toBe(2);
  expect(stderr).toContain('RATE_CREATE');
  expect(stderr).toMatch(/TASK_TIMEOUT.*10s/);
  expect(stdout).toBe('');
});
