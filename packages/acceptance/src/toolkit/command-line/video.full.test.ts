// `keyframe video` before the real service, interrupted wherever it can be: one debit, and the same video.
import { mkdtempDisposable, readdir, readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Task } from '@keyframe/client';
import { listTasks } from '@keyframe/client/tasks';
import { freePort } from '@keyframe/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, createAccount } from '../../support/account.ts';
import { type Service, startService } from '../../support/service.ts';
import { type HeldResponse, type HoldingProxy, startHoldingProxy } from './holding-proxy.ts';
import { startKeyframe } from './run-keyframe.ts';

const CREDITS = 1000;
/** The price of 4 seconds of 480p. */
const PRICE = 20;
const WORDS = ['video', 'a cat', '--duration', '4', '--resolution', '480p', '--wait', '--out', 'cat.mp4'];

const resources = new AsyncDisposableStack();
let proxy: HoldingProxy;
let service: Service;

beforeAll(async () => {
  proxy = resources.use(await startHoldingProxy());
  const port = String(await freePort());
  // Results are links of the proxy, too.
  service = resources.use(await startService({ env: { PORT: port, PUBLIC_URL: proxy.url } }));
  proxy.target = `http://127.0.0.1:${port}`;
});
afterAll(() => resources.disposeAsync());

async function prepare() {
  const folder = await mkdtempDisposable(join(await realpath(tmpdir()), 'keyframe-video-'));
  const account = await createAccount(service.operator, { credits: CREDITS });
  const env = { KEYFRAME_API_KEY: account.key, KEYFRAME_BASE_URL: proxy.url };
  const start = (words: readonly string[]) => startKeyframe(words, { folder: folder.path, env });
  return { folder, account, start };
}

async function expectOneVideo({ ownerId, key }: Account, folder: string): Promise<void> {
  const client = createClient({ apiKey: key, baseUrl: service.url });
  const tasks: Task[] = [];
  for await (const task of listTasks(client)) tasks.push(task);
  expect(tasks).toMatchObject([{ status: 'completed', credits: PRICE }]);
  const { test: balance } = await service.operator.balances(ownerId);
  expect(CREDITS - balance.available).toBe(PRICE);
  const [task] = tasks;
  if (task?.status !== 'completed') throw new Error('The task is not completed.');
  const original = await (await client.results.download(task)).bytes();
  expect(Buffer.compare(await readFile(join(folder, 'cat.mp4')), original)).toBe(0);
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect(await readdir(join(folder, 'state/keyframe/videos'))).toEqual([]);
}

const POINTS: readonly { point: string; held: HeldResponse }[] = [
  { point: 'before the answer', held: { method: 'POST', path: /^\/v1\/videos\/generations$/ } },
  { point: 'while it waits', held: { method: 'GET', path: /^\/v1\/tasks\/task_\w+/ } },
  { point: 'while it downloads', held: { method: 'GET', path: /^\/results\//, isWithinBody: true } },
];

test.each(
  POINTS.flatMap((each) => [
    { ...each, signal: 'SIGKILL' as const, again: WORDS },
    { ...each, signal: 'SIGINT' as const, again: ['video', '--resume'] },
  ]),
)('$signal $point, then $again, is one debit and the same video', async ({ held, signal, again }) => {
  const { folder, account, start } = await prepare();
  await using _ = folder;
  const isHeld = proxy.hold(held);
  const first = start(WORDS);
  await isHeld;
  first.signal(signal);
  const exit = await first.waitForExit();
  if (signal === 'SIGINT') {
    expect(exit.code).toBe(130);
    expect(first.stderr).toContain('keyframe video --resume');
  }
  const second = start(again);
  expect(await second.waitForExit()).toEqual({ code: 0, signal: null });
  expect(second.stdout).toBe(`${join(folder.path, 'cat.mp4')}\n`);
  await expectOneVideo(account, folder.path);
});

test.each(POINTS)('a network that is lost $point, then the same command, is one debit', async ({ held }) => {
  const { folder, account, start } = await prepare();
  await using _ = folder;
  const isHeld = proxy.hold(held);
  const first = start(WORDS);
  await isHeld;
  proxy.cut(true);
  // A wait outlasts the outage; everything else gives up after its retries.
  await Promise.race([first.ended, new Promise((resolve) => setTimeout(resolve, 3000))]);
  proxy.cut(false);
  const { code } = await first.waitForExit();
  if (code !== 0) {
    expect(code).toBe(1);
    expect(await start(WORDS).waitForExit()).toEqual({ code: 0, signal: null });
  }
  await expectOneVideo(account, folder.path);
});
