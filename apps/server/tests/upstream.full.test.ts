import { eventually } from '@keyframe/test-kit';
import { afterEach, expect, test } from 'vitest';
import { auditLedger } from '../src/credits/ledger.queries.ts';
import { revokeKey } from '../src/keys/keys.queries.ts';
import { useUpstreamPair } from './support/upstream-pair.ts';

const pair = useUpstreamPair();

afterEach(() => {
  pair.upstreamProxy().answers = undefined;
});

const CHARGED = { available: 50, reserved: 0 };
const REFUNDED = { available: 100, reserved: 0 };

test('OPEN-23 answers that were lost, and a worker killed while it waits for one, pay upstream once', async () => {
  pair.upstreamProxy().answers = { method: 'POST', become: 'silent' };
  const task = await pair.submit('a lighthouse, its answer lost');
  await eventually('the task of the upstream', async () => (await task.upstreamTasks()).length > 0);
  const [first] = pair.workers.splice(0);
  await first?.kill();
  expect((await task.record()).status).toBe('generating');
  // The next answer breaks off, too; the one after that arrives.
  pair.upstreamProxy().answers = { method: 'POST', become: 'broken' };
  const sent = pair.upstreamProxy().requests.length;
  await pair.startWorker();
  await eventually('the next request to the upstream', () => pair.upstreamProxy().requests.length > sent);
  pair.upstreamProxy().answers = undefined;
  expect(await task.ended()).toMatchObject({ status: 'completed' });
  expect(await task.upstreamTasks()).toHaveLength(1);
  expect(await task.balance()).toEqual(CHARGED);
});

test('PUR-3 a worker that stops hands a task on that upstream has accepted, and another one gets its video', async () => {
  const task = await pair.submit('#sandbox:delay=4s handed on');
  await eventually('the task of the upstream', async () => (await task.upstreamTasks()).length > 0);
  const [first] = pair.workers.splice(0);
  const second = pair.startWorker();
  await first?.stop();
  await second;
  expect(await task.ended()).toMatchObject({ status: 'completed', billing_status: 'charged' });
  expect(await task.upstreamTasks()).toHaveLength(1);
  expect(await task.balance()).toEqual(CHARGED);
});

test('PUR-3 STA-5 upstream away at the submission and restarting within the task only delays it', async () => {
  await pair.stopUpstream();
  const task = await pair.submit('#sandbox:delay=2s upstream comes and goes');
  const seen = pair.upstreamProxy().requests.length;
  await eventually('the next request to the upstream', () => pair.upstreamProxy().requests.length > seen);
  await pair.startUpstream();
  await eventually('the task of the upstream', async () => (await task.upstreamTasks()).length > 0);
  await pair.stopUpstream();
  expect((await task.record()).status).toBe('generating');
  await pair.startUpstream();
  expect(await task.ended()).toMatchObject({ status: 'completed', billing_status: 'charged' });
  expect(await task.upstreamTasks()).toHaveLength(1);
});

test('PUR-3 STA-6 a key that upstream revoked: what it had accepted is completed, what it refuses is failed and refunded', async () => {
  const accepted = await pair.submit('#sandbox:delay=2s before the end of the key');
  await eventually('the task of the upstream', async () => (await accepted.upstreamTasks()).length > 0);
  await revokeKey(pair.upstreamDatabase.database, pair.upstreamOwner().keyId);
  const refused = await pair.submit('after the end of the key');
  expect(await refused.ended()).toMatchObject({
    failed_reason: 'provider_failed',
    billing_status: 'refunded',
  });
  expect(await refused.balance()).toEqual(REFUNDED);
  expect(await accepted.ended()).toMatchObject({ status: 'completed' });
  for (const { database } of [pair.database, pair.upstreamDatabase]) {
    expect(await auditLedger(database)).toMatchObject({ balanced: true });
  }
});
