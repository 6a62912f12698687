// Shows each fault to the checkers once, since a checker that never found one proves nothing.
import { generateKeyPairSync, sign } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import type { Delivery } from '../../support/receiver.ts';
import { checkCallbacks } from './callback-checker.ts';
import type { TaskRecord } from './client.ts';
import { checkTasks, type EndedOperation } from './ledger-checker.ts';
import { createOperation } from './operation.ts';
import type { OperationPlan } from './plan.ts';
import type { StoredLedger } from './stored-ledger.queries.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const ACCOUNT = {
  ownerId: 'own_1',
  key: 'sk_test_1',
  keyId: 'key_1',
  callbackSecret: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  callbackPublicKey: `whpk_${Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')}`,
};
const RECORD: TaskRecord = {
  id: 'task_1',
  status: 'failed',
  billing_status: 'refunded',
  credits: 6,
  failed_reason: 'provider_failed',
};

const PLAN: OperationPlan = {
  ending: 'provider_failed',
  delay: 0,
  refusals: [],
  abortAfterMs: undefined,
  isDoubled: false,
  pauseMs: 0,
};

function endedOrder(record: Partial<TaskRecord> = {}): EndedOperation {
  const operation = createOperation(1, PLAN, { account: ACCOUNT, receiverUrl: 'https://127.0.0.1' });
  operation.taskIds.add('task_1');
  operation.credits.add(6);
  return { operation, record: { ...RECORD, ...record } };
}

const TASK = { id: 'task_1', prompt: 'operation 1', kinds: ['reserve', 'refund'], isExact: true };

function stored(change: Partial<StoredLedger> = {}): StoredLedger {
  return { tasks: [TASK], sum: 0, deliveries: { delivered: 1, failed: 0 }, permitHolders: 1, ...change };
}

test('tasks that ended as planned and were booked once pass', () => {
  const ended = endedOrder();
  expect(checkTasks([ended], [ended.operation], stored())).toEqual([]);
});

test.each<[string, Partial<TaskRecord>, Partial<StoredLedger>]>([
  ['a lost task', {}, { tasks: [] }],
  ['a task that no response contained', {}, { tasks: [TASK, { ...TASK, id: 'task_2' }] }],
  ['a refund that is not booked', {}, { tasks: [{ ...TASK, kinds: ['reserve'] }] }],
  ['a task charged and refunded', {}, { tasks: [{ ...TASK, kinds: ['reserve', 'charge', 'refund'] }] }],
  ['an entry of another amount', {}, { tasks: [{ ...TASK, isExact: false }] }],
  ['a ledger that does not sum to zero', {}, { sum: 1 }],
  ['a run without keys in memory', {}, { permitHolders: 0 }],
  ['another end than ordered', { failed_reason: 'timed_out' }, {}],
  ['another price than answered', { credits: 7 }, {}],
])('%s is found', (_, record, change) => {
  const ended = endedOrder(record);
  expect(checkTasks([ended], [ended.operation], stored(change))).not.toEqual([]);
});

test('an operation that was answered by two tasks is found', () => {
  const ended = endedOrder();
  ended.operation.taskIds.add('task_2');
  expect(checkTasks([ended], [ended.operation], stored())).not.toEqual([]);
});

const EVENT = {
  id: 'task_1',
  status: 'failed',
  created_at: 1,
  model: 'video-2-0-mini',
  data: { failed_reason: 'provider_failed', credits_refunded: 6 },
};

function delivery(body: string, { id = 'msg_1', path = '/callbacks/1' } = {}): Delivery {
  const now = new Date();
  const seconds = String(Math.floor(now.getTime() / 1000));
  const asymmetric = sign(null, Buffer.from(`${id}.${seconds}.${body}`), privateKey).toString('base64');
  const signature = `${new Webhook(ACCOUNT.callbackSecret).sign(id, now, body)} v1a,${asymmetric}`;
  const headers = { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature };
  return { path, headers, body };
}

const BODY = JSON.stringify(EVENT);

test('callbacks that came twice with the same bytes pass', () => {
  expect(checkCallbacks([endedOrder()], [delivery(BODY), delivery(BODY)])).toEqual([]);
});

function resigned(name: 'v1' | 'v1a'): Delivery {
  const good = delivery(BODY);
  const signatures = String(good.headers['webhook-signature']);
  const broken = signatures.replace(new RegExp(`${name},.{4}`), `${name},AAAA`);
  return { ...good, headers: { ...good.headers, 'webhook-signature': broken } };
}

test.each<[string, readonly Delivery[]]>([
  ['a callback that never came', []],
  ['a callback with other bytes', [delivery(BODY), delivery(`${BODY} `)]],
  ['a callback under another id', [delivery(BODY), delivery(BODY, { id: 'msg_2' })]],
  ['a wrong v1 signature', [resigned('v1')]],
  ['a wrong v1a signature', [resigned('v1a')]],
  ['a callback that contradicts the record', [delivery(JSON.stringify({ ...EVENT, status: 'completed' }))]],
  ['a callback that no operation requested', [delivery(BODY), delivery(BODY, { path: '/callbacks/2' })]],
])('%s is found', (_, arrived) => {
  expect(checkCallbacks([endedOrder()], arrived)).not.toEqual([]);
});
