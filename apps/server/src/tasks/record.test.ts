import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { createResultLinks } from '../results/result-links.ts';
import { type ShownTask, taskRecord } from './record.ts';

const links = createResultLinks('https://api.example.com', createSecretKey(Buffer.alloc(32, 1)));
const EXPIRY = new Date('2026-11-20T12:00:00.500Z');
const TASK: ShownTask = {
  id: 'task_1',
  model: 'video-2-0',
  credits: 50,
  status: 'completed',
  billingStatus: 'charged',
  failedReason: null,
  hasLastFrame: true,
  createdAt: new Date('2026-11-19T11:59:00Z'),
  startedAt: new Date('2026-11-19T11:59:30Z'),
  finishedAt: new Date('2026-11-19T12:00:00.500Z'),
  videoExpiresAt: EXPIRY,
};

function readData(moment: number) {
  const record = taskRecord(TASK, links, new Date(moment));
  if (record.status !== 'completed') throw new Error(`The record is ${record.status}.`);
  return record.data;
}

test('RES-34 LIM-4 results are there until the millisecond of their expiry, by the clock alone', () => {
  const before = readData(EXPIRY.getTime() - 1);
  expect(before.results).toEqual([
    expect.stringMatching(/\/results\/task_1\/video\.mp4\?expires=1795176001&/),
  ]);
  expect(before.last_frame_url).toMatch(/\/last-frame\.png\?/);
  // Nothing was swept: the same stored task, one millisecond later.
  expect(readData(EXPIRY.getTime())).toEqual({
    results: [],
    last_frame_url: null,
    processing_time: 30.5,
    video_expires_at: '2026-11-20T12:00:00.500Z',
  });
});
