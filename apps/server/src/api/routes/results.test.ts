import { createSecretKey } from 'node:crypto';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { listen } from '@keyframe/test-kit';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createResultLinks } from '../../results/result-links.ts';
import { createLog } from '../../telemetry/log.ts';
import type { AppEnv } from '../app-env.ts';
import { handleError } from '../error-handler.ts';
import { byteRange, resultRoutes } from './results.ts';

test.each([
  [undefined, 'whole'],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=4-7', { first: 4, last: 7 }],
  ['Bytes=4-', { first: 4, last: 9 }],
  ['bytes=4-99', { first: 4, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=10-', 'unsatisfiable'],
  [`bytes=${'9'.repeat(400)}-`, 'unsatisfiable'],
  ['bytes=7-4', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,4-5', 'whole'],
  ['bytes=a-b', 'whole'],
  ['items=0-1', 'whole'],
])('the range %j of ten bytes is %j', (header, expected) => {
  expect(byteRange(header, 10)).toEqual(expected);
});

test.each(['bytes=0-0', 'bytes=-1'])('the range %j of an empty file is not satisfiable', (header) => {
  expect(byteRange(header, 0)).toBe('unsatisfiable');
});

test('downloads whose clients do not read leave room for those of another task', async () => {
  const links = createResultLinks('', createSecretKey(Buffer.alloc(32, 1)));
  const log = createLog('silent');
  const reader = {
    kind: 'files' as const,
    size: async () => 1_000_000_000,
    read: async () => new ReadableStream({ pull: (stream) => stream.enqueue(Buffer.alloc(65_536)) }),
  };
  const routes = resultRoutes({ links, log, store: { reader } }, { total: 4, perOwner: 4 });
  const app = new Hono<AppEnv>().onError(handleError(log)).route('/', routes);
  await using server = await listen(createServer(getRequestListener(app.fetch)));
  const download = (taskId: string) =>
    fetch(server.url + links.create({ taskId, file: 'video', expiresAt: new Date(Date.now() + 60_000) }));
  const [first] = [await download('task_1'), await download('task_1')];
  const refused = await download('task_1');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  expect((await download('task_2')).status).toBe(200);
  await first?.body?.cancel();
  await expect.poll(async () => (await download('task_1')).status).toBe(200);
});
