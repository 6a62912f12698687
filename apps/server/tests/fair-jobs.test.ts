import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { GenerationProvider } from '@keyframe/generation-provider';
import { eventually, listen } from '@keyframe/test-kit';
import { afterAll, expect, test } from 'vitest';
import { readBalance } from '../src/credits/ledger.queries.ts';
import { givenOwner } from './support/database.ts';
import { sampleMp4 } from './support/sample-media.ts';
import { useServer } from './support/server.ts';

/** Holds each run whose prompt says so until the test lets it go; answers all others at once. */
function createHeldProvider() {
  const started: string[] = [];
  const held: (() => void)[] = [];
  const provider: GenerationProvider = {
    slots: { all: 2, perOwner: 2 },
    async generate({ input, videoPath }) {
      started.push(input.prompt);
      if (input.prompt.startsWith('held')) await new Promise<void>((resolve) => held.push(resolve));
      await writeFile(videoPath, await sampleMp4(1));
      return { hasLastFrame: false };
    },
    close: async () => {},
  };
  return { provider, started, held };
}

const { provider, started, held } = createHeldProvider();
/** Accepts connections and never answers. */
const silent = await listen(createServer((socket) => socket.on('error', () => {})));
const silentHost = `127.0.0.1:${silent.port}`;
afterAll(() => silent[Symbol.asyncDispose]());

const { connection, request } = useServer(async () => ({ EGRESS_ALLOW: silentHost }), {
  createProvider: async () => provider,
});

type Owner = Awaited<ReturnType<typeof givenOwner>>;

async function submit({ key }: Owner, input: object) {
  const json = { model: 'video-2-0', input: { prompt: 'a calm sea', ...input } };
  const response = await request('/v1/videos/generations', { key, json });
  expect(response.status).toBe(202);
  const { taskId } = (await response.json()) as { taskId: string };
  const status = async () => {
    const record = await (await request(`/v1/tasks/${taskId}`, { key })).json();
    return (record as { status: string }).status;
  };
  return { taskId, status };
}

async function waitUntilCompleted({ status }: Awaited<ReturnType<typeof submit>>) {
  await eventually('the completed task', async () => (await status()) === 'completed');
}

test('references that never answer keep no slot: another owner is served meanwhile', async () => {
  const [attacker, other] = [await givenOwner(connection), await givenOwner(connection)];
  const image = { generation_type: 'image-to-video', image_urls: [`http://${silentHost}/photo.png`] };
  const attacks = await Promise.all(Array.from({ length: 10 }, () => submit(attacker, image)));
  await eventually('the connection to the silent host', () => silent.connections > 0);
  await waitUntilCompleted(await submit(other, {}));
  expect(await Promise.all(attacks.map(({ status }) => status()))).toContain('queued');
});

test('sandbox delays keep no slot: a task of a fifth owner is completed while 16 of four others wait', async () => {
  const prompt = '#sandbox:delay=1700s';
  const tasks: Awaited<ReturnType<typeof submit>>[] = [];
  for (let index = 0; index < 4; index += 1) {
    const owner = await givenOwner(connection, { mode: 'test' });
    for (let count = 0; count < 4; count += 1) tasks.push(await submit(owner, { prompt }));
  }
  const statuses = () => Promise.all(tasks.map(({ status }) => status()));
  await eventually('the start of all tasks', async () =>
    (await statuses()).every((status) => status === 'generating'),
  );
  await waitUntilCompleted(await submit(await givenOwner(connection, { mode: 'test' }), {}));
  expect(new Set(await statuses())).toEqual(new Set(['generating']));
});

test('a hundred tasks of one owner delay the first of another until one of them ends', async () => {
  const [many, one] = [await givenOwner(connection), await givenOwner(connection)];
  await Promise.all(Array.from({ length: 100 }, (_, index) => submit(many, { prompt: `held ${index}` })));
  await eventually('two held requests', () => held.length === 2);
  started.length = 0;
  const first = await submit(one, { prompt: 'held, of the other owner' });
  held.shift()?.();
  await eventually('the start of a task', () => started.length > 0);
  expect(started).toEqual(['held, of the other owner']);
  expect(await first.status()).toBe('generating');
  expect((await readBalance(connection.database, one.ownerId, 'live')).reserved).toBe(50);
});
