import { eventually } from '@keyframe/test-kit';
import {
  createTestCertificate,
  type ReceiverScript,
  startTlsReceiver,
  type TestCertificate,
  type TlsReceiver,
} from '@keyframe/test-kit/tls';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { givenDelivery } from '../../tests/support/delivery.ts';
import { type DnsServer, startDnsServer } from '../../tests/support/dns-server.ts';
import { createEgress, type Egress } from '../egress/index.ts';
import { createLog } from '../telemetry/log.ts';
import { startDispatcher } from './dispatch.ts';
import type { SlotLimits } from './share-slots.ts';

const connection = useDatabase();
const { database, pool } = connection;
const LIMITS = { slots: 12, perOwner: 3, perHost: 6 };
/** Far above the limit of a wait: a delivery that ends in time did not wait for a hanging one. */
const TIMEOUT_MS = 600_000;
let certificate: TestCertificate;
let hanging: TlsReceiver;
let healthy: TlsReceiver;
let healthyUrl: string;
let names: DnsServer;
let egress: Egress;

/** Names whose name server is silent. */
const SILENT_NAMES = Array.from({ length: 40 }, (_, index) => `silent-${index}.example`);

beforeAll(async () => {
  certificate = await createTestCertificate();
  const silent = { silent: ['A', 'AAAA'], addresses: [] } as const;
  names = await startDnsServer(Object.fromEntries(SILENT_NAMES.map((name) => [name, silent])));
});
// The two receivers have hosts of their own: an address and a name.
beforeEach(async () => {
  await pool.query("UPDATE deliveries SET status = 'failed'");
  hanging = await startTlsReceiver({ certificate, answer: { delayMs: TIMEOUT_MS } });
  healthy = await startTlsReceiver({ certificate });
  healthyUrl = `https://localhost:${healthy.port}`;
  const allow = [hanging.allow, `localhost:${healthy.port}`];
  egress = createEgress({ allow, caFile: certificate.caFile, resolveName: names.resolveName });
  return async () => {
    await Promise.all([hanging.close(), healthy.close()]);
  };
});
afterAll(async () => {
  await names[Symbol.asyncDispose]();
  await certificate.remove();
});

function start(limits: SlotLimits = LIMITS) {
  const services = { database, pool, egress, log: createLog('silent') };
  const dispatcher = startDispatcher(
    { ...services, callbackTimeoutMs: TIMEOUT_MS, callbackRetriesMs: [1_000] },
    limits,
  );
  return { ...dispatcher, [Symbol.asyncDispose]: dispatcher.stop };
}

type Owner = Awaited<ReturnType<typeof givenOwner>>;

async function givenDeliveries(count: number, url: string, owner?: Owner) {
  for (let index = 0; index < count; index += 1) {
    await givenDelivery(connection, { url, ...(owner && { owner }) });
  }
}

function givenOwners(count: number): Promise<Owner[]> {
  return Promise.all(Array.from({ length: count }, () => givenOwner(connection)));
}

/** Waits until a total count of callbacks has been delivered. */
async function delivered(count: number): Promise<void> {
  const isDone = async () => {
    const { rows } = await pool.query("SELECT 1 FROM deliveries WHERE status = 'delivered'");
    return rows.length === count;
  };
  await eventually('the deliveries', isDone);
}

test("a receiver that hangs takes its owner's share of the slots, and delays no other owner", async () => {
  await givenDeliveries(20, hanging.url, await givenOwner(connection));
  await givenDeliveries(10, healthyUrl);
  await using _ = start();
  await delivered(10);
  await hanging.waitForRequests(LIMITS.perOwner);
  expect(healthy.requests).toHaveLength(10);
  expect(hanging.connections).toBe(LIMITS.perOwner);
});

test('a host that hangs takes its share, however many owners it has, and delays no other host', async () => {
  await givenDeliveries(20, hanging.url);
  await givenDeliveries(10, healthyUrl);
  await using _ = start();
  await delivered(10);
  await hanging.waitForRequests(LIMITS.perHost);
  expect(healthy.requests).toHaveLength(10);
  expect(hanging.connections).toBe(LIMITS.perHost);
});

test('an owner whose own receiver hangs gets no slot for another receiver beyond its share', async () => {
  const owner = await givenOwner(connection);
  await givenDeliveries(LIMITS.perOwner, hanging.url, owner);
  await using dispatcher = start();
  await hanging.waitForRequests(LIMITS.perOwner);
  await givenDeliveries(3, healthyUrl, owner);
  await givenDeliveries(3, healthyUrl);
  dispatcher.wake();
  await delivered(3);
  expect(healthy.requests).toHaveLength(3);
});

/** Hangs for every path but one. */
const HANGING_BUT_FOR_ONE: ReceiverScript = ({ path }) => (path === '/prompt' ? {} : { delayMs: TIMEOUT_MS });

test('four owners whose deliveries to a shared host hang leave room there for a fifth', async () => {
  hanging.answerWith(HANGING_BUT_FOR_ONE);
  for (const owner of await givenOwners(4)) await givenDeliveries(10, hanging.url, owner);
  await givenDeliveries(1, `${hanging.url}/prompt`);
  await using _ = start({ slots: 256, perOwner: 8, perHost: 32 });
  await delivered(1);
});

test('owners who came first, one after the other, leave room at a shared host for those who come later', async () => {
  hanging.answerWith(HANGING_BUT_FOR_ONE);
  await using dispatcher = start({ slots: 256, perOwner: 8, perHost: 32 });
  let expected = 0;
  // Each may take no more of the host's remaining slots than it leaves to the others.
  for (const [index, owner] of (await givenOwners(4)).entries()) {
    await givenDeliveries(10, hanging.url, owner);
    dispatcher.wake();
    expected += [8, 8, 8, 4][index] ?? 0;
    await hanging.waitForRequests(expected);
  }
  await givenDeliveries(1, `${hanging.url}/prompt`);
  dispatcher.wake();
  await delivered(1);
  expect(hanging.requests).toHaveLength(expected + 1);
});

test('owners who hang on hosts of their own leave slots for another', async () => {
  const receivers = await Promise.all(
    Array.from({ length: 4 }, () => startTlsReceiver({ certificate, answer: { delayMs: TIMEOUT_MS } })),
  );
  try {
    for (const [index, owner] of (await givenOwners(4)).entries()) {
      await givenDeliveries(4, receivers[index]?.url ?? '', owner);
    }
    await givenDeliveries(1, healthyUrl);
    const allow = [healthy, ...receivers].flatMap(({ port }) => [`localhost:${port}`, `127.0.0.1:${port}`]);
    egress = createEgress({ allow, caFile: certificate.caFile });
    await using _ = start({ slots: 12, perOwner: 3, perHost: 12 });
    await delivered(1);
  } finally {
    await Promise.all(receivers.map((receiver) => receiver.close()));
  }
});

test('names whose name servers are silent delay nobody: getaddrinfo would hold all threads of the process', async () => {
  const owners = await givenOwners(5);
  for (const [index, name] of SILENT_NAMES.entries()) {
    await givenDeliveries(1, `https://${name}/`, owners[index % owners.length]);
  }
  await using _ = start({ slots: 256, perOwner: 8, perHost: 32 });
  await eventually('the queries of silent names', () => names.questions.length >= SILENT_NAMES.length);
  await givenDeliveries(10, healthyUrl);
  await delivered(10);
});

test('a delivery that waits for the share of its owner starts as soon as there is room, without a poll', async () => {
  await givenDeliveries(40, healthyUrl, await givenOwner(connection));
  // Polls are due at intervals, and none of them comes.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  await using _ = start({ slots: 2, perOwner: 1, perHost: 1 });
  vi.useRealTimers();
  await delivered(40);
  expect(healthy.requests).toHaveLength(40);
});

test('several processes share the work, and none repeats what another sends', async () => {
  await givenDeliveries(30, healthyUrl);
  await using _one = start();
  await using _two = start();
  await using _three = start();
  await delivered(30);
  expect(healthy.requests).toHaveLength(30);
  expect(new Set(healthy.requests.map((request) => request.headers['webhook-id'])).size).toBe(30);
});

test('a stop hands back what is under way, due at once', async () => {
  await givenDeliveries(2, hanging.url);
  const dispatcher = start();
  await hanging.waitForRequests(2);
  await dispatcher.stop();
  const { rows } = await pool.query(
    "SELECT attempts, due_at <= now() AS due FROM deliveries WHERE status = 'pending'",
  );
  expect(rows).toEqual([
    { attempts: 0, due: true },
    { attempts: 0, due: true },
  ]);
});
