import { writeFile } from 'node:fs/promises';
import { probeMedia } from '@keyframe/media-process';
import { useScratchFolder } from '@keyframe/media-process/testing';
import { eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { signCallback } from '../src/callbacks/sign.ts';
import { givenOwner } from './support/database.ts';
import { askJson } from './support/processes.ts';
import { useUpstreamPair } from './support/upstream-pair.ts';

const pair = useUpstreamPair();
const file = useScratchFolder();

const CHARGED = { available: 50, reserved: 0 };
const REFUNDED = { available: 100, reserved: 0 };

test('PUR-2 PUR-3 serves a video that upstream generated and reported by a callback to another process', async () => {
  const task = await pair.submit('a calm sea', { seed: 7, return_last_frame: true });
  const record = await task.ended();
  expect(record).toMatchObject({ status: 'completed', billing_status: 'charged', credits: 50 });
  if (record.status !== 'completed') throw new Error('unreachable');
  const [video = ''] = record.data.results;
  expect(video).toContain(`${pair.callbackProxy().url}/results/${task.id}/video.mp4`);
  const { pathname, search } = new URL(video);
  const served = await fetch(`${pair.api().url}${pathname}${search}`);
  await writeFile(file('video'), new Uint8Array(await served.arrayBuffer()));
  expect(await probeMedia(file('video'))).toMatchObject({ kind: 'video', format: 'mp4', hasAudio: true });
  expect(record.data.last_frame_url).toContain('last-frame.png');
  expect(await task.upstreamTasks()).toEqual([{ status: 'completed', seed: '7' }]);
  expect(await task.balance()).toEqual(CHARGED);
  // One look at the start; the end came by callback.
  const polls = pair.upstreamProxy().requests.filter(({ path }) => path.startsWith('/v1/tasks/'));
  expect(polls).toHaveLength(1);
});

test.each([
  ['content_rejected', 'content_rejected'],
  ['invalid_material', 'invalid_material'],
  ['a_reason_of_tomorrow', 'provider_failed'],
])('OPEN-11 STA-6 what fails upstream with %s fails here with %s, and is refunded', async (there, here) => {
  const task = await pair.submit(`#sandbox:fail=${there}`);
  expect(await task.ended()).toMatchObject({ failed_reason: here, billing_status: 'refunded' });
  expect(await task.balance()).toEqual(REFUNDED);
});

test('OPEN-10 a callback that upstream did not sign, or that names another task, changes nothing', async () => {
  const task = await pair.submit('#sandbox:delay=3s forged');
  await eventually('the task of the upstream', async () => (await task.upstreamTasks()).length > 0);
  const url = `${pair.api().url}/upstream-callbacks/${task.id}`;
  const event = {
    status: 'failed',
    created_at: 1_800_000_000,
    model: 'video-2-0',
    data: { failed_reason: 'provider_failed', credits_refunded: 0 },
  };
  const post = async (id: string, secret: string, changes: object = {}) => {
    const body = JSON.stringify({ ...event, id, ...changes });
    const content = {
      id: 'msg_1',
      body,
      timestamp: new Date(),
      secrets: [secret],
      keySeed: Buffer.alloc(32),
    };
    const headers = { 'content-type': 'application/json', ...signCallback(content) };
    return (await fetch(url, { method: 'POST', body, headers })).status;
  };
  const noted = () =>
    pair.database.pool.query('SELECT upstream_id FROM upstream_tasks WHERE task_id = $1', [task.id]);
  await eventually('the id of the upstream', async () => (await noted()).rows[0]?.upstream_id ?? undefined);
  const upstreamId: string = (await noted()).rows[0]?.upstream_id;
  expect(await post(upstreamId, `whsec_${Buffer.alloc(32, 9).toString('base64')}`)).toBe(400);
  expect(await post('task_of_another', pair.upstreamOwner().callbackSecret)).toBe(404);
  expect(await post(upstreamId, pair.upstreamOwner().callbackSecret, { model: 5 })).toBe(400);
  const large = { method: 'POST', body: 'x'.repeat(70_000) };
  expect((await fetch(url, large)).status).toBe(400);
  expect(await task.ended()).toMatchObject({ status: 'completed' });
});

test('AUT-2 a test key gets our own previews: upstream receives no request', async () => {
  const { key } = await givenOwner(pair.database, { mode: 'test' });
  const before = pair.upstreamProxy().requests.length;
  const json = { model: 'video-2-0', input: { prompt: 'a calm sea' } };
  const { body } = await askJson(`${pair.api().url}/v1/videos/generations`, { key, json });
  const record = () => askJson(`${pair.api().url}/v1/tasks/${body.taskId}`, { key });
  await eventually('the completed task', async () => (await record()).body.status === 'completed');
  expect(pair.upstreamProxy().requests.length).toBe(before);
});
