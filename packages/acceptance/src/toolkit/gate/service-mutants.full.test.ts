// Faults of the service, each of which another kind of check reports: a schema, a request that has to be rejected,
// credentials, the state of a list, a callback. `packages/contract-gate/tests/mutants` has the many.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GateBench, type ServiceFault, startGateBench } from './breakable-service.ts';
import type { ProxiedReply } from './rewriting-proxy.ts';

const TIME_MS = 120_000;

let bench: GateBench;
beforeAll(async () => {
  bench = await startGateBench(TIME_MS);
});
afterAll(() => bench?.[Symbol.asyncDispose]());

interface FaultCase {
  readonly name: string;
  readonly operation: string;
  readonly fault: ServiceFault;
  readonly check: string;
}

function changeBody(reply: ProxiedReply, change: (body: { data: unknown[]; available: number }) => object) {
  if (reply.status === 200) reply.text = JSON.stringify(change(JSON.parse(reply.text)));
}

let validKey: string | null = null;

test.each<FaultCase>([
  // First, since a callback waits behind the tasks that another fault submits.
  {
    name: 'a callback is not signed',
    operation: 'POST /v1/videos/generations',
    fault: { deliver: (headers) => headers.delete('webhook-signature') },
    check: 'callback-header',
  },
  {
    name: 'a balance is a text',
    operation: 'GET /v1/credits',
    fault: {
      reply: (reply) => changeBody(reply, (body) => ({ ...body, available: String(body.available) })),
    },
    check: 'body-schema',
  },
  {
    name: 'a duration of 16 is accepted',
    operation: 'POST /v1/videos/generations',
    fault: {
      request: (request) => {
        const text = request.body.toString();
        request.body = Buffer.from(text.replace(/"duration":(?:1[6-9]|[2-9]\d)\b/, '"duration":15'));
      },
    },
    check: 'invalid-request-accepted',
  },
  {
    name: 'no key is needed',
    operation: 'GET /v1/credits',
    fault: {
      request: ({ headers }) => {
        validKey ??= headers.get('authorization');
        if (validKey !== null && !headers.has('authorization')) headers.set('authorization', validKey);
      },
    },
    check: 'unauthenticated-accepted',
  },
  {
    name: 'the list omits the newest task',
    operation: 'GET /v1/tasks',
    fault: {
      reply: (reply, { path }) => {
        if (/^\/v1\/tasks(?:\?|$)/.test(path))
          changeBody(reply, (body) => ({ ...body, data: body.data.slice(1) }));
      },
    },
    check: 'list-misses',
  },
])('a service in which $name is reported by $check', async ({ operation, fault, check }) => {
  expect(await bench.run(operation, fault)).toContain(check);
});
