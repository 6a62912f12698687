/** CPU time of a request to a generated server, beside the same API by the frameworks that users pick instead. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark, Comparison, Target } from '../../comparison.ts';
import { OURS, timeCommand } from '../../generators/generators.ts';
import { createScratchFolder } from '../../generators/scratch-folder.ts';
import { measureLoad } from '../../load/load.ts';
import { ORDERS, REQUESTS } from '../../orders/document.ts';
import { FRAMEWORKS } from '../../orders/frameworks.ts';
import { type OrdersServer, startOrdersServer } from '../../orders/orders-server.ts';
import { alternate } from '../../rounds.ts';

const CONNECTIONS = 16;
/** About what a second has room for; an amount ends a turn, so that no request is left half done. */
const REQUESTS_PER_SECOND = 12_000;
const TARGETS: Readonly<Record<string, Target>> = {
  '@hono/zod-openapi by hand': { kind: 'factor', atMost: 1 },
  'Fastify with Ajv': { kind: 'factor', atMost: 1.25 },
};

/** Compares the CPU time of each kind of request. Only the peers of `TARGETS` have a target; others are for orientation. */
export const server: Benchmark = async ({ rounds, seconds }) => {
  await using resources = new AsyncDisposableStack();
  const { folder } = resources.use(await createScratchFolder());
  const [document, generated] = [join(folder, 'orders.json'), join(folder, 'generated')];
  await rm(generated, { recursive: true, force: true });
  await writeFile(document, JSON.stringify(ORDERS));
  await timeCommand(OURS.command(document, generated));
  const names = Object.keys(FRAMEWORKS) as (keyof typeof FRAMEWORKS)[];
  const servers = new Map<string, OrdersServer>();
  for (const name of names) servers.set(name, resources.use(await startOrdersServer(name, generated)));
  const comparisons: Comparison[] = [];
  for (const [kind, { request, status }] of Object.entries(REQUESTS)) {
    const turn = (name: string) => async () => {
      const { url, readCpuMicroseconds } = servers.get(name) as OrdersServer;
      const amount = Math.round((seconds * REQUESTS_PER_SECOND) / 2);
      const requests = Array.from({ length: CONNECTIONS }, () => request);
      const before = await readCpuMicroseconds();
      await measureLoad({ url, connections: CONNECTIONS, amount, requests }, status);
      return { us: ((await readCpuMicroseconds()) - before) / amount };
    };
    // A server that validates nothing rejects nothing.
    for (const peer of names.slice(status === 400 ? 2 : 1)) {
      const { us } = await alternate(rounds, { subject: turn('generated'), peer: turn(peer) });
      comparisons.push({
        subject: `generated server, ${kind}`,
        peer,
        unit: 'us',
        figures: us,
        target: TARGETS[peer],
      });
    }
  }
  return comparisons;
};
