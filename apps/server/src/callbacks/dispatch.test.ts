import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { givenDelivery } from '../../tests/support/delivery.ts';
import { createTestCertificate, type TestCertificate } from '../../tests/support/test-certificate.ts';
import { startTlsReceiver, type TlsReceiver } from '../../tests/support/tls-receiver.ts';
import { createEgress, type Egress } from '../egress/index.ts';
import { createLog } from '../telemetry/log.ts';
import { type DispatchLimits, startDispatcher } from './dispatch.ts';

const connection = useDatabase();
const { database, pool } = connection;
const LIMITS = { slots: 12, perOwner: 3, perHost: 6 };
/** Far above what a healthy delivery takes, and far below the time-out of a hanging one. */
const PROMPT_MS = 5_000;
let certificate: TestCertificate;
let hanging: TlsReceiver;
let healthy: TlsReceiver;
let healthyUrl: string;
let egress: Egress;

beforeAll(async () => {
  certificate = await createTestCertificate();
});
// The two receivers have hosts of their own: an address and a name.
beforeEach(async () => {
  await pool.query("UPDATE deliveries SET status = 'failed'");
  hanging = await startTlsReceiver({ certificate, answer: { delayMs: 60_000 } });
  healthy = await startTlsReceiver({ certificate });
  healthyUrl = `https://localhost:${healthy.port}`;
  const allow = [hanging.allow, `localhost:${healthy.port}`];
  egress = createEgress({ allow, caFile: certificate.caFile });
  return async () => {
    await Promise.all([hanging.close(), healthy.close()]);
  };
});
afterAll(() => certificate.remove());

function start(limits: DispatchLimits = LIMITS) {
  const services = { database, egress, log: createLog('silent') };
  const dispatcher = startDispatcher(
    { ...services, callbackTimeoutMs: 30_000, callbackRetriesMs: [1_000] },
    limits,
  );
  return { ...dispatcher, [Symbol.asyncDispose]: dispatcher.stop };
}

async function givenDeliveries(count: number, url: string, owner?: Awaited<ReturnType<typeof givenOwner>>) {
  for (let index = 0; index < count; index += 1) {
    await givenDelivery(connection, { url, ...(owner && { owner }) });
  }
}

/** Waits until that many callbacks have been delivered, all told. */
async function delivered(count: number): Promise<void> {
  const isDone = async () => {
    const { rows } = await pool.query("SELECT 1 FROM deliveries WHERE status = 'delivered'");
    return rows.length === count;
  };
  await vi.waitUntil(isDone, { timeout: PROMPT_MS, interval: 20 });
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

test('what waits behind a share follows as soon as there is room, long before the next poll', async () => {
  await givenDeliveries(40, healthyUrl, await givenOwner(connection));
  const startedAt = performance.now();
  await using _ = start({ slots: 2, perOwner: 1, perHost: 1 });
  await delivered(40);
  expect(healthy.requests).toHaveLength(40);
  // One for each poll would take 20 seconds.
  expect(performance.now() - startedAt).toBeLessThan(PROMPT_MS);
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
