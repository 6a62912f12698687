// The API under attack, alone: nobody works on the tasks that hostile requests happen to pay for.

import { freePort, PRODUCTION_ENV, startChild } from '@keyframe/test-kit';
import { createAccount } from '../../support/account.ts';
import { type InProcessOperator, openOperator } from '../../support/in-process-operator.ts';
import { createPreparedData } from '../../support/prepared-data.ts';
import { MAIN_SCRIPT } from '../../support/server-scripts.ts';
import type { KnownResources } from './hostile-requests.ts';
import { checkResponse } from './response-checker.ts';
import type { Target } from './target.ts';

const OWNERS = 3;
const KEYS_PER_OWNER = 40;
const CREDITS = 1_000_000_000;

const ENVIRONMENT = {
  ...PRODUCTION_ENV,
  // High enough that most requests come further than the limits, which are met as well.
  RATE_CREATE: '2000',
  RATE_STATUS: '2000',
  ROLE: 'api',
  LOG_LEVEL: 'error',
  DATABASE_URL: '',
};

/** Starts an API over an empty database. */
export async function startServiceTarget(): Promise<Target> {
  await using resources = new AsyncDisposableStack();
  const { path } = resources.use(await createPreparedData());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = resources.use(
    startChild({ args: [MAIN_SCRIPT], env: { ...ENVIRONMENT, KEYFRAME_DATA: path, PORT: String(port) } }),
  );
  await child.waitUntilReady(`${url}/readyz`);
  const operator = resources.use(await openOperator(path));
  const known = await createKnownResources(operator, url);
  const owned = resources.move();
  return {
    port,
    known,
    check: checkResponse,
    checkLiveness: () => checkLiveness(url, known),
    async memory() {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(metrics) ?? [];
      return Number(bytes) / 2 ** 20;
    },
    loggedErrors: () => [
      ...child.stderr.split('\n').filter((line) => line.startsWith('{')),
      ...(child.exit === undefined ? [] : [`the API ended with ${child.exit.code ?? child.exit.signal}`]),
    ],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function createKnownResources(operator: InProcessOperator, url: string): Promise<KnownResources> {
  const full: string[] = [];
  const others = [`sk_test_${'0'.repeat(32)}`, 'sk_live_', 'nonsense'];
  const tasks: string[] = [];
  for (let owner = 0; owner < OWNERS; owner += 1) {
    const account = await createAccount(operator, { credits: CREDITS });
    for (let key = 0; key < KEYS_PER_OWNER; key += 1) {
      full.push((await operator.createKey(account.ownerId, 'test')).key);
    }
    const revoked = await operator.createKey(account.ownerId, 'test');
    await operator.revokeKey(revoked.id);
    others.push(
      revoked.key,
      (await operator.createKey(account.ownerId, 'test', ['tasks:read'])).key,
      (await operator.createKey(account.ownerId, 'test', ['videos:create'])).key,
      // Live, and without credits.
      (await operator.createKey(account.ownerId, 'live')).key,
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
async function checkLiveness(url: string, { tasks, keys }: KnownResources): Promise<string[]> {
  const [id = '', key = ''] = [tasks[0], keys.full[0]];
  const [ready, record] = await Promise.all([
    fetch(`${url}/readyz`),
    fetch(`${url}/v1/tasks/${id}`, { headers: { authorization: `Bearer ${key}` } }),
  ]);
  const alive = ready.status === 200 && [200, 429].includes(record.status);
  return alive ? [] : [`afterwards it is ready with ${ready.status} and shows a task with ${record.status}`];
}
