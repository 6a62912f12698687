/** The mock of our API beside Prism: creations a second, the start, and memory over a million creations. */
import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Child, freePort, PRODUCTION_ENV, startChild } from '@keyframe/test-kit';
import type { Benchmark } from '../../comparison.ts';
import { createScratchFolder } from '../../generators/scratch-folder.ts';
import { type LoadRequest, measureLoad } from '../../load/load.ts';
import { PRISM } from '../../mocks/subjects.ts';
import { installCommandLine } from '../../process/installed-command.ts';
import { alternate } from '../../rounds.ts';
import { median } from '../../statistics.ts';

const CONNECTIONS = 16;
const FIRST_AMOUNT = 400;
const WORLDS = 2_000;
const STEPS = 20;
const CREATIONS_PER_STEP = 50_000;
/** The first steps fill worlds up to their limits. */
const WARM_STEPS = 4;
const TARGET_MB = 64;
const KB_PER_MB = 1024;
const HEADERS = { authorization: 'Bearer sk_test_any', 'content-type': 'application/json' };
const BODY = JSON.stringify({ model: 'video-2-0', input: { prompt: 'a calm sea' } });
const DOCUMENT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));
const run = promisify(execFile);

interface RunningMock extends AsyncDisposable {
  child: Child;
  url: string;
  /** Milliseconds from the start of the process to its first response. */
  startMs: number;
}

type ListArguments = (port: string) => readonly string[];

// Its second process, which formats the log, fails to start on Node 24 and 26.
const listPrism: ListArguments = (port) => [PRISM, 'mock', DOCUMENT, '--port', port, '--multiprocess=false'];

/** Compares the mocks, each in a process of its own whose log is written to a file. */
export const mock: Benchmark = async ({ rounds, seconds }) => {
  await using scratch = await createScratchFolder();
  const installed = await installCommandLine(scratch.folder);
  const listOurs: ListArguments = (port) => [`${installed}/dist/cli.js`, 'mock', DOCUMENT, '--port', port];
  const start = (list: ListArguments) => startMock(list, `${scratch.folder}/log`);
  const starts = await alternate(rounds, {
    subject: () => measureStart(start(listOurs)),
    peer: () => measureStart(start(listPrism)),
  });
  await using ours = await start(listOurs);
  await using prism = await start(listPrism);
  const rates = await alternate(rounds, {
    subject: createRateRounds(ours, seconds),
    peer: createRateRounds(prism, seconds),
  });
  const resident = await measureMemory(ours);
  return [
    {
      subject: 'creations by the mock',
      peer: 'Prism',
      unit: '/s',
      figures: rates.perSecond,
      target: { kind: 'ratio', atLeast: 4 },
    },
    {
      subject: 'start of the mock',
      peer: 'Prism',
      unit: 'ms',
      figures: starts.startMs,
      target: { kind: 'factor', atMost: 0.5 },
    },
    {
      subject: 'RSS after 1,000,000 creations',
      peer: 'after 200,000',
      unit: 'MB',
      figures: {
        subject: median(resident.slice(-WARM_STEPS)),
        peer: median(resident.slice(WARM_STEPS - 1, 2 * WARM_STEPS - 1)),
      },
      target: { kind: 'difference', atMost: TARGET_MB },
    },
  ];
};

async function startMock(list: ListArguments, logFile: string): Promise<RunningMock> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = startChild({ args: list(String(port)), env: PRODUCTION_ENV, logFile });
  while (!(await isAnswering(url))) {
    if (child.exit) throw new Error(`The mock ended: ${child.stderr}`);
    await delay(5);
  }
  const startMs = performance.now() - startedAt;
  return { child, url, startMs, [Symbol.asyncDispose]: () => child[Symbol.asyncDispose]() };
}

async function isAnswering(url: string): Promise<boolean> {
  const response = await fetch(`${url}/v1/models`, { headers: HEADERS }).catch(() => undefined);
  return response?.status === 200;
}

async function measureStart(starting: Promise<RunningMock>): Promise<{ startMs: number }> {
  await using running = await starting;
  return { startMs: running.startMs };
}

// Worlds beyond the limit of a mock are dropped; Prism ignores the header.
function listRequests(): LoadRequest[] {
  return Array.from({ length: WORLDS }, (_, index) => ({
    method: 'POST',
    path: '/v1/videos/generations',
    headers: { ...HEADERS, 'mock-world': `world-${index}` },
    body: BODY,
  }));
}

function createRateRounds({ url }: RunningMock, seconds: number): () => Promise<{ perSecond: number }> {
  let amount = FIRST_AMOUNT;
  return async () => {
    const load = { url, connections: CONNECTIONS, requests: listRequests(), amount };
    const perSecond = await measureLoad(load, 202);
    amount = Math.max(CONNECTIONS, Math.round(perSecond * seconds));
    return { perSecond };
  };
}

async function measureMemory({ url, child }: RunningMock): Promise<number[]> {
  const resident: number[] = [];
  for (let step = 1; step <= STEPS; step += 1) {
    const load = { url, connections: CONNECTIONS, requests: listRequests(), amount: CREATIONS_PER_STEP };
    await measureLoad(load, 202);
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(child.pid)]);
    resident.push(Number(stdout) / KB_PER_MB);
    const count = (step * CREATIONS_PER_STEP).toLocaleString('en-US').padStart(11);
    console.error(`${count} creations  RSS ${resident.at(-1)?.toFixed(1)} MB`);
  }
  return resident;
}
