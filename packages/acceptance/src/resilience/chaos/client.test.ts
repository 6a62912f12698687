import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChaosClient } from './client.ts';
import { createOperation } from './operation.ts';
import { planChaos } from './plan.ts';

const server = createServer();
let api: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

function createAcceptedOperation() {
  const [plan] = planChaos(1, 0).operations;
  if (plan === undefined) throw new Error('Expected a plan.');
  const account = {
    ownerId: 'own_1',
    key: 'sk_test_key',
    keyId: 'key_1',
    callbackSecret: '',
    callbackPublicKey: '',
  };
  const operation = createOperation(1, plan, { account, receiverUrl: 'https://receiver.example' });
  operation.taskIds.add('task_1');
  return operation;
}

async function awaitRequest(): Promise<(status: string) => void> {
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  return (status) => response.end(JSON.stringify({ id: 'task_1', status }));
}

test.each([
  ['that was sent later', false, 'generating', 1],
  ['that was sent later, and ends differently', false, 'completed', 1],
  ['that was sent before', true, 'generating', 0],
  ['that was sent before, and ends differently', true, 'completed', 1],
])(
  'STA-1 after the end of a task, a response to a read %s is checked',
  async (...[, overlaps, status, count]) => {
    const client = createChaosClient();
    const operation = createAcceptedOperation();
    const read = async () => {
      const arrived = awaitRequest();
      const record = client.read(api, operation);
      return { record, respond: await arrived };
    };
    const early = overlaps ? await read() : undefined;
    const ending = await read();
    ending.respond('failed');
    await ending.record;
    const late = early ?? (await read());
    late.respond(status);
    await late.record;
    expect(client.violations.length).toBe(count);
  },
);
