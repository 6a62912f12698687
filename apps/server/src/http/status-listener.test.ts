import { createSecretKey } from 'node:crypto';
import { createServer } from 'node:http';
import { listen } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { LeasedBucket } from '../auth/leased-bucket.ts';
import { createResultLinks } from '../results/result-links.ts';
import type { ShownTask } from '../tasks/record.ts';
import { type EndedTask, holdEnded } from '../tasks/status-memory.ts';
import { createStatusListener } from './status-listener.ts';

const ID = `task_${'0'.repeat(26)}`;
/** A row that no release writes: a completed task has its times. */
const DAMAGED = {
  id: ID,
  model: 'video-2-0',
  credits: 1,
  status: 'completed',
  billingStatus: 'charged',
  failedReason: null,
  hasLastFrame: false,
  createdAt: new Date(0),
  startedAt: null,
  finishedAt: new Date(0),
  videoExpiresAt: null,
} as const;

interface Answer {
  readonly status: number;
  readonly body: string;
  /** The encoded record that is held afterwards. */
  readonly heldBody: string | undefined;
}

const FAILED = { ...DAMAGED, status: 'failed', billingStatus: 'refunded' } as const;

/** Starts a listener that holds a key and a task, and sends it a status query. */
async function query(task: ShownTask, ended: EndedTask | undefined): Promise<Answer> {
  const permits = new LeasedBucket('a', 600, 'own_1');
  const held = { ownerId: 'own_1', permits };
  const key = {
    ...held,
    keyId: 'key_1',
    mode: 'test',
    readMs: 0,
    expiresMs: 0,
    ownerPermits: permits,
  } as const;
  const heldTask = { ...held, id: ID, ended };
  const listener = await createStatusListener(
    {
      statusMemory: { find: () => ({ key, task: heldTask }), use: () => undefined },
      readTask: async () => task,
      links: createResultLinks('http://localhost', createSecretKey(Buffer.alloc(32))),
      rates: { status: 600, poll: 600 },
      publicUrl: 'http://localhost',
      allowedHosts: [],
    },
    (_request, response) => void response.writeHead(500).end('the app'),
  );
  await using server = await listen(createServer(listener));
  const headers = { authorization: 'Bearer sk_test_key' };
  const answer = await fetch(`${server.url}/v1/tasks/${ID}`, { headers, signal: AbortSignal.timeout(3_000) });
  return { status: answer.status, body: await answer.text(), heldBody: heldTask.ended?.body };
}

test.each([
  ['is held', holdEnded(DAMAGED, performance.now())],
  ['is read', undefined],
])('a record that cannot be shown and %s is answered by the app, and the process stays', async (_, ended) => {
  expect(await query(DAMAGED, ended)).toMatchObject({ status: 500, body: 'the app' });
});

test.each(['provider_failed', 'zu groß', '動画がない'])(
  'answers a record with the reason %s',
  async (reason) => {
    const task = { ...FAILED, failedReason: reason };
    const { status, body } = await query(task, holdEnded(task, performance.now()));
    expect([status, JSON.parse(body).failed_reason]).toEqual([200, reason]);
  },
);

test('a record that was read is held as it was encoded', async () => {
  const { status, body, heldBody } = await query(FAILED, undefined);
  expect([status, heldBody]).toEqual([200, body]);
});
