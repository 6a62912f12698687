/** Deliveries by a worker, each signed, logged and settled, beside a bare loop over https.request. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@keyframe/test-kit';
import { type Api, startApi } from '../../api.ts';
import type { Benchmark, RunOptions } from '../../comparison.ts';
import { countDelivered, insertDueCallbacks } from '../../database/deliveries.queries.ts';
import { checkpoint, insertOwners } from '../../database/owners.queries.ts';
import { runHttpsLoop } from '../../peers/https-loop.ts';
import { type Receiver, startReceiver } from '../../peers/receiver.ts';
import { startServerProcess } from '../../process/server-process.ts';
import { alternate } from '../../rounds.ts';

/** The worker's limit of concurrent requests to one host. */
const CONCURRENCY = 32;
const FIRST_COUNT = 200;
const TARGET = 0.9;
const SETTLE_TIMEOUT_MS = 10_000;
const SETTLE_POLL_MS = 20;

const BODY = JSON.stringify({
  id: 'task_01k0000000000000000000000z',
  status: 'failed',
  created_at: 1_763_640_000,
  model: 'video-2-0',
  data: { failed_reason: 'provider_failed', credits_refunded: 50 },
});
const HEADERS = {
  'content-type': 'application/json',
  'content-length': String(BODY.length),
  'user-agent': 'Keyframe-Callback/1',
  'webhook-id': 'msg_01k0000000000000000000000z',
  'webhook-timestamp': '1763640000',
  'webhook-signature': `v1,${'A'.repeat(44)} v1a,${'A'.repeat(88)}`,
};

/** Compares the rates at which callbacks arrive; throws when one that arrived is not marked delivered. */
export const callbacks: Benchmark = async ({ rounds, seconds, profileDirectory }) => {
  await using resources = new AsyncDisposableStack();
  const api = resources.use(await startApi({ profileDirectory }));
  await insertOwners(api.pool);
  const receiver = resources.use(await startReceiver());
  resources.use(await startWorker(api, receiver, profileDirectory));
  const { url, certificate } = receiver;
  let bareCount = FIRST_COUNT;
  const { perSecond } = await alternate(rounds, {
    subject: deliveryRounds(api, receiver, { seconds, after: 0 }),
    peer: async () => {
      const calls = { url, certificate, headers: HEADERS, body: BODY, concurrency: CONCURRENCY };
      const perSecond = await receiver.measure(bareCount, () => runHttpsLoop({ ...calls, count: bareCount }));
      bareCount = Math.round(perSecond * seconds);
      return { perSecond };
    },
  });
  return [
    {
      subject: 'callbacks by a worker',
      peer: 'bare https.request',
      unit: '/s',
      figures: perSecond,
      target: { kind: 'ratio', atLeast: TARGET },
    },
  ];
};

/** Starts a worker that may call the receiver. */
export async function startWorker(
  { databaseUrl, directory }: Api,
  { host, certificate }: Receiver,
  profileDirectory: RunOptions['profileDirectory'],
) {
  const caFile = join(directory, 'receiver.pem');
  await writeFile(caFile, certificate);
  const port = String(await freePort());
  const worker = startServerProcess({
    env: {
      ROLE: 'worker',
      DATABASE_URL: databaseUrl,
      KEYFRAME_DATA: directory,
      PORT: port,
      EGRESS_ALLOW: host,
      EGRESS_CA: caFile,
    },
    logFile: join(directory, 'worker.log'),
    profileDirectory,
  });
  return Object.assign(worker, { url: `http://127.0.0.1:${port}` });
}

/** Creates rounds of callbacks of tasks numbered from `after` on. */
export function deliveryRounds(
  { pool }: Api,
  receiver: Receiver,
  { seconds, after }: { readonly seconds: number; readonly after: number },
) {
  let count = FIRST_COUNT;
  let written = 0;
  return async () => {
    await checkpoint(pool);
    const due = { count, after: after + written, url: receiver.url, body: BODY };
    const perSecond = await receiver.measure(count, () => insertDueCallbacks(pool, due));
    written += count;
    await untilDelivered(pool, written);
    count = Math.max(CONCURRENCY, Math.round(perSecond * seconds));
    return { perSecond };
  };
}

/** The receiver has the last callbacks a moment before the worker has noted their answers. */
async function untilDelivered(pool: Api['pool'], expected: number): Promise<void> {
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const delivered = await countDelivered(pool);
    if (delivered === expected) return;
    if (performance.now() > deadline) {
      throw new Error(`${expected} callbacks arrived, and ${delivered} are marked delivered.`);
    }
    await wait(SETTLE_POLL_MS);
  }
}
