/** Requests that contract-gate checks in a second, compared with Dredd, and with a loop that checks nothing. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runConformance } from '@keyframe/contract-gate';
import { readModel } from '@keyframe/openapi-model';
import { Pool } from 'undici';
import type { Benchmark } from '../../comparison.ts';
import { CREATION, startThings, THINGS } from '../../peers/things.ts';
import { alternate } from '../../rounds.ts';

const CONNECTIONS = 8;
const DREDD = join(fileURLToPath(import.meta.resolve('dredd')), '../../bin/dredd');
const run = promisify(execFile);

/** Compares requests a second on the same server; Dredd's time is its own, without its start. */
export const gate: Benchmark = async ({ rounds, seconds }) => {
  await using server = await startThings();
  const gate = () => measureGate(server.url, seconds);
  const loop = await alternate(rounds, { subject: gate, peer: () => measureLoop(server.url, seconds) });
  const dredd = await alternate(rounds, { subject: gate, peer: () => runDredd(server.url) });
  return [
    {
      subject: 'contract-gate, checked requests',
      peer: 'undici in a loop',
      unit: '/s',
      figures: loop.perSecond,
      target: { kind: 'ratio', atLeast: 0.4 },
    },
    {
      subject: 'contract-gate, checked requests',
      peer: 'Dredd',
      unit: '/s',
      figures: dredd.perSecond,
      target: { kind: 'ratio', atLeast: 20 },
    },
  ];
};

async function measureGate(url: string, seconds: number): Promise<{ perSecond: number }> {
  const { findings, statistics } = await runConformance({
    document: readModel(THINGS, 'things.json'),
    server: new URL(url),
    seed: 1,
    maxTimeMs: seconds * 1_000,
    workers: CONNECTIONS,
    propertyRuns: Number.POSITIVE_INFINITY,
  });
  const [first] = findings;
  if (first)
    throw new Error(`The server does not conform: ${first.check}: ${first.message} ${first.received}`);
  return { perSecond: statistics.requests / (statistics.elapsedMs / 1_000) };
}

async function measureLoop(url: string, seconds: number): Promise<{ perSecond: number }> {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1_000;
  let requests = 0;
  const lane = async () => {
    for (; elapsed() < seconds; requests += 1) {
      const { body } = await pool.request(CREATION);
      await body.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  const perSecond = requests / elapsed();
  await pool.close();
  return { perSecond };
}

const SUMMARY = /(?<passing>\d+) passing, (?<failing>\d+) failing, (?<errors>\d+) errors/;

async function runDredd(url: string): Promise<{ perSecond: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'gate-'));
  try {
    const document = join(folder, 'things.json');
    await writeFile(document, JSON.stringify(THINGS));
    const words = [DREDD, document, url, '--config', 'none', '--no-color'];
    // It ends with 1 where a transaction fails, which takes as long.
    const { stdout, stderr } = await run(process.execPath, words, { cwd: folder }).catch(Object);
    const output = `${stdout}${stderr}`;
    const counts = Object.values(SUMMARY.exec(output)?.groups ?? {}).map(Number);
    const ms = Number(/Tests took (\d+)ms/.exec(output)?.[1]);
    const requests = counts.reduce((sum, count) => sum + count, 0);
    if (requests === 0 || Number.isNaN(ms))
      throw new Error(`Dredd came to no verdict: ${output.slice(-1_000)}`);
    return { perSecond: requests / (ms / 1_000) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
