// Attacks on the queue of tasks: one owner's jobs, at full size, against another owner's.

import { createServer } from 'node:net';
import { eventually, listen } from '@keyframe/test-kit';
import { createAccount } from '../../support/account.ts';
import { startService } from '../../support/service.ts';
import type { Attack } from './attack.ts';
import { PLAIN, readBilling, secondsToComplete, submit, TIMEOUT_MS } from './submit-task.ts';

/** Ten live tasks whose image URL accepts the connection and never answers, before a live task of another owner. */
export const hangingReferences: Attack = async () => {
  await using silent = await listen(createServer((socket) => socket.on('error', () => {})));
  const host = `127.0.0.1:${silent.port}`;
  await using service = await startService({ env: { EGRESS_ALLOW: host } });
  const attacker = await createAccount(service.operator, { mode: 'live', credits: 10_000 });
  const images = { generation_type: 'image-to-video', image_urls: [`http://${host}/photo.png`] };
  const tasks: string[] = [];
  for (let count = 0; count < 10; count += 1) {
    tasks.push((await submit(service, attacker.key, { ...PLAIN, ...images })).taskId);
  }
  await eventually('a first fetch', () => silent.connections > 0);
  const seconds = await secondsToComplete(service, service.liveKey, PLAIN);
  const startedAt = performance.now();
  for (const taskId of tasks) {
    await eventually(
      'the attacker to be refunded',
      async () => (await readBilling(service, attacker.key, taskId)) === 'failed refunded',
      { timeoutMs: TIMEOUT_MS },
    );
  }
  const rest = (performance.now() - startedAt) / 1000;
  return {
    before: 'another owner still queued after 271 s',
    after: `another owner completed after ${seconds.toFixed(1)} s, all fetches given up ${rest.toFixed(0)} s later`,
    bound: '60 s, 120 s',
    isWithinBound: seconds < 60 && rest < 120,
  };
};

/** Sixteen tasks of four owners that wait for half an hour in the sandbox, before a plain one of a fifth. */
export const sandboxDelays: Attack = async () => {
  await using service = await startService();
  for (let owner = 0; owner < 4; owner += 1) {
    const { key } = await createAccount(service.operator);
    for (let count = 0; count < 4; count += 1) {
      await submit(service, key, { prompt: '#sandbox:delay=1700s' });
    }
  }
  const seconds = await secondsToComplete(service, service.testKey, PLAIN);
  return {
    before: 'a fifth owner waits until one of them ends',
    after: `a fifth owner's preview after ${seconds.toFixed(1)} s`,
    bound: '20 s',
    isWithinBound: seconds < 20,
  };
};

const PROMPT_BYTES = 253_000;
const TOO_MANY_FAILURES = 1_000;

/** Failures of the sandbox with the largest prompts, until the owner is refused. */
export const freeFailures: Attack = async () => {
  await using service = await startService();
  const { key } = await createAccount(service.operator, { credits: 10_000 });
  const prompt = `#sandbox:fail=content_rejected ${'x'.repeat(PROMPT_BYTES)}`;
  let stored = 0;
  let last = await submit(service, key, { prompt });
  for (; last.status === 202 && stored < TOO_MANY_FAILURES; last = await submit(service, key, { prompt })) {
    stored += 1;
    const { taskId } = last;
    await eventually(
      'the refund',
      async () => (await readBilling(service, key, taskId)) === 'failed refunded',
      { timeoutMs: TIMEOUT_MS },
    );
  }
  const megabytes = (stored * PROMPT_BYTES) / 1_000_000;
  return {
    before: '22 GB a day and key, extrapolated from 116 tasks',
    after: `${megabytes.toFixed(0)} MB in ${stored} tasks, then ${last.status}, to come back after ${last.retryAfter} s`,
    bound: '64 MB a day and owner',
    isWithinBound: last.status === 429 && last.retryAfter > 0 && megabytes <= 65,
  };
};
