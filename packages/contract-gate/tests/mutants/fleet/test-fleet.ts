import { freePort } from '@keyframe/test-kit';
import { type ConformanceResult, runConformance } from '../../../src/index.ts';
import type { Mutant } from '../shop.ts';
import { fleetDocument, startFleet } from './fleet.ts';
import type { FleetBehavior } from './fleet-behavior.ts';

// Never reached: a run takes seconds, and more on a machine that is busy.
const TIME_MS = 600_000;
const WEBHOOK_WAIT_MS = 2_000;

/** Writes Basic credentials. */
export function basic(user: string, password: string): Record<'authorization', string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

/** Runs the gate against the fleet, or a mutant of it; on some operations only where `include` names them. */
export async function testFleet(
  seed: number,
  mutant?: Mutant<FleetBehavior>,
  include?: readonly string[],
): Promise<ConformanceResult> {
  const port = await freePort();
  await using fleet = await startFleet(`http://127.0.0.1:${port}/webhooks`, mutant);
  return await runConformance({
    document: await fleetDocument(),
    server: fleet.url,
    headers: basic('ada', 'engine'),
    otherHeaders: basic('bob', 'boiler'),
    limited: [{ headers: { authorization: 'Bearer token-to-read' }, scopes: ['fleet.read'] }],
    callbacks: { port, waitMs: WEBHOOK_WAIT_MS, webhooks: { vehicle_retired: () => retire(fleet.url) } },
    responseTimeoutMs: 3_000,
    seed,
    ...(include ? { include } : {}),
    maxTimeMs: TIME_MS,
    workers: 8,
  });
}

let retired = 0;

async function retire(server: URL): Promise<void> {
  retired += 1;
  const url = new URL(`/vehicles/ZZ-${String(retired).padStart(4, '0')}`, server);
  const headers = { ...basic('ada', 'engine'), 'content-type': 'application/json' };
  const body = JSON.stringify({ fuel: 'petrol', seats: 1, registered_on: '2020-01-01' });
  await fetch(url, { method: 'PUT', headers, body });
  await fetch(url, { method: 'DELETE', headers });
}
