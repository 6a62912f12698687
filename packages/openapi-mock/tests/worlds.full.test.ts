// Processes that share one server.
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { serveMock } from '../src/node/index.ts';
import { createJobsMock } from './jobs-mock.ts';

const WORKERS = 50;
const CLIENT = `
const { parentPort, workerData: { url, world, count } } = require('node:worker_threads');
const headers = { 'mock-world': world, authorization: 'Bearer any', 'content-type': 'application/json' };
(async () => {
  for (let index = 0; index < count; index += 1) {
    await fetch(url + '/pets', { method: 'POST', headers, body: JSON.stringify({ name: world }) });
  }
  const pets = await (await fetch(url + '/pets', { headers })).json();
  parentPort.postMessage(pets.map(({ name }) => name));
})();`;

test('50 workers of one server see only their own worlds, and delete them', async () => {
  await using server = await serveMock(createJobsMock());
  const runs = Array.from({ length: WORKERS }, (_, index) => ({
    world: `test-${index}`,
    count: 1 + (index % 9),
  }));
  const seen = await Promise.all(
    runs.map(
      (run) =>
        new Promise((resolve, reject) => {
          const worker = new Worker(CLIENT, { eval: true, workerData: { ...run, url: server.url } });
          worker.once('message', resolve);
          worker.once('error', reject);
        }),
    ),
  );
  expect(seen).toEqual(runs.map(({ world, count }) => Array.from({ length: count }, () => world)));
  for (const { world } of runs) {
    expect((await fetch(`${server.url}/__mock/worlds/${world}`, { method: 'DELETE' })).status).toBe(204);
  }
  expect(await (await fetch(`${server.url}/__mock/worlds`)).json()).toEqual([]);
});
