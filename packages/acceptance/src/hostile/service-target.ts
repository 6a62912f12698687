// The API under attack, alone: nobody works on the tasks that hostile requests happen to pay for.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDataDirectory, freePort, startChild } from '@keyframe/test-kit';
import { createAccount } from '../account.ts';
import { type InProcessOperator, openInProcessOperator } from '../in-process-operator.ts';
import { MAIN_SCRIPT } from '../server-scripts.ts';
import type { Acquaintances } from './hostile-requests.ts';
import { judgeAnswer } from './judge-answer.ts';
import type { Target } from './target.ts';

const OWNERS = 3;
const KEYS_PER_OWNER = 40;
const CREDITS = 1_000_000_000;

const ENVIRONMENT = {
  // Answers are judged by someone else here, who must see them as they are.
  RESPONSE_CHECK: 'off',
  // High enough that most requests come further than the limits, which are met as well.
  RATE_CREATE: '2000',
  RATE_STATUS: '2000',
  ROLE: 'api',
  LOG_LEVEL: 'error',
  DATABASE_URL: '',
};

/** Starts an API over an empty database. */
export async function startService(): Promise<Target> {
  await using resources = new AsyncDisposableStack();
  const { path } = resources.use(await createDataDirectory());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = resources.use(
    startChild({ args: [MAIN_SCRIPT], env: { ...ENVIRONMENT, KEYFRAME_DATA: path, PORT: String(port) } }),
  );
  await child.waitUntilReady(`${url}/readyz`);
  const desk = resources.use(openInProcessOperator(await readFile(join(path, 'database-url'), 'utf8')));
  const acquaintances = await becomeAcquainted(desk, url);
  const owned = resources.move();
  return {
    port,
    acquaintances,
    judge: judgeAnswer,
    judgeLife: () => judgeLife(url, acquaintances),
    async memory() {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(metrics) ?? [];
      return Number(bytes) / 2 ** 20;
    },
    complaints: () => [
      ...child.stderr.split('\n').filter((line) => line.startsWith('{')),
      ...(child.exit === undefined ? [] : [`the API ended with ${child.exit.code ?? child.exit.signal}`]),
    ],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function becomeAcquainted(desk: InProcessOperator, url: string): Promise<Acquaintances> {
  const full: string[] = [];
  const others = [`sk_test_${'0'.repeat(32)}`, 'sk_live_', 'nonsense'];
  const tasks: string[] = [];
  for (let owner = 0; owner < OWNERS; owner += 1) {
    const account = await createAccount(desk, { credits: CREDITS });
    for (let key = 0; key < KEYS_PER_OWNER; key += 1) {
      full.push((await desk.createKey(account.ownerId, 'test')).key);
    }
    const revoked = await desk.createKey(account.ownerId, 'test');
    await desk.revokeKey(revoked.id);
    others.push(
      revoked.key,
      (await desk.createKey(account.ownerId, 'test', ['tasks:read'])).key,
      (await desk.createKey(account.ownerId, 'test', ['videos:create'])).key,
      // Live, and without credits.
      (await desk.createKey(account.ownerId, 'live')).key,
    );
    tasks.push(await submit(url, account.key));
  }
  return { keys: { full, others }, tasks };
}

async function submit(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/v1/videos/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'video-2-0', input: { prompt: 'a calm sea' } }),
  });
  const { taskId } = JSON.parse(await response.text());
  return taskId;
}

/** Asks what any client would ask afterwards. */
async function judgeLife(url: string, { tasks, keys }: Acquaintances): Promise<string[]> {
  const [id = '', key = ''] = [tasks[0], keys.full[0]];
  const [ready, record] = await Promise.all([
    fetch(`${url}/readyz`),
    fetch(`${url}/v1/tasks/${id}`, { headers: { authorization: `Bearer ${key}` } }),
  ]);
  const alive = ready.status === 200 && [200, 429].includes(record.status);
  return alive ? [] : [`afterwards it is ready with ${ready.status} and shows a task with ${record.status}`];
}
