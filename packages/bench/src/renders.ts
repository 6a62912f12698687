// Command: has the local provider make one video of each size, through the whole service, and prints how long the record
// says that it took, and how much memory the worker's process had at most. There is no peer to compare with.

import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@keyframe/test-kit';
import { markdownTable } from 'markdown-table';
import { type Api, startApi } from './api.ts';
import { startServerProcess } from './process/server-process.ts';

const run = promisify(execFile);
const ADMIN_SCRIPT = fileURLToPath(new URL('../../../apps/server/src/admin.ts', import.meta.url));

const DURATION_SECONDS = 4;
const POLL_MS = 200;
const MB = 1024 * 1024;
const CORES = availableParallelism();

interface Video {
  readonly name: string;
  readonly mode: 'live' | 'test';
  readonly resolution: string;
  readonly count: number;
}

const VIDEOS: readonly Video[] = [
  { name: 'preview of a test key', mode: 'test', resolution: '720p', count: 1 },
  ...['480p', '720p', '1080p', '4k'].map((resolution) => ({
    name: resolution,
    mode: 'live' as const,
    resolution,
    count: 1,
  })),
  { name: `4k, ${CORES + 1} at once`, mode: 'live', resolution: '4k', count: CORES + 1 },
];

interface Row {
  readonly name: string;
  readonly seconds: number;
  readonly peakMb: number;
}

/** Every row has a worker of its own, so that its memory is nobody else's. */
async function measure(video: Video, ffmpeg: string): Promise<Row> {
  await using api = await startApi({
    env: { RATE_POLL: '100000', RATE_STATUS: '100000' },
    profileDirectory: undefined,
  });
  const workerPort = await freePort();
  await using worker = startServerProcess({
    env: {
      ROLE: 'worker',
      DATABASE_URL: api.databaseUrl,
      KEYFRAME_DATA: api.directory,
      HOST: '127.0.0.1',
      PORT: String(workerPort),
      FFMPEG: ffmpeg,
    },
    logFile: join(api.directory, 'worker.log'),
    profileDirectory: undefined,
  });
  const ask = askAs(api, await createKey(api, video.mode));
  const taskIds = await Promise.all(Array.from({ length: video.count }, () => submit(ask, video)));
  let peakMb = 0;
  for (;;) {
    if (worker.exit !== undefined) throw new Error(`The worker ended:\n${worker.stderr}`);
    peakMb = Math.max(peakMb, await residentMb(`http://127.0.0.1:${workerPort}/metrics`));
    const records = await Promise.all(taskIds.map((id) => ask(`/v1/tasks/${id}`)));
    const failed = records.find(({ status }) => status === 'failed');
    if (failed !== undefined) throw new Error(`${video.name} failed: ${failed.failed_reason}`);
    if (records.every(({ status }) => status === 'completed')) {
      const seconds = Math.max(...records.map(({ data }) => data?.processing_time ?? 0));
      return { name: video.name, seconds, peakMb };
    }
    await wait(POLL_MS);
  }
}

/** Creates an owner with credits by the operator's own commands, and gives a key of theirs. */
async function createKey({ databaseUrl }: Api, mode: Video['mode']): Promise<string> {
  const admin = async (...args: string[]): Promise<Record<string, string>> => {
    const { stdout } = await run(process.execPath, [ADMIN_SCRIPT, ...args, '--json'], {
      env: { ...process.env, DATABASE_URL: databaseUrl },
    });
    return JSON.parse(stdout);
  };
  const { id: owner = '' } = await admin('owner', 'create', '--name', 'bench');
  await admin('credits', 'grant', '--owner', owner, '--mode', mode, '--amount', '1000000');
  const { key = '' } = await admin('key', 'create', '--owner', owner, '--mode', mode);
  return key;
}

interface Answer {
  readonly taskId?: string;
  readonly status?: string;
  readonly failed_reason?: string;
  readonly data?: { readonly processing_time: number };
}

function askAs({ url }: Api, key: string) {
  return async (path: string, json?: object): Promise<Answer> => {
    const response = await fetch(url + path, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
    });
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
}

async function submit(ask: ReturnType<typeof askAs>, { resolution }: Video): Promise<string> {
  const input = {
    prompt: 'a red sun sinking into a calm sea',
    duration: DURATION_SECONDS,
    resolution,
    aspect_ratio: '16:9',
    seed: 1,
  };
  const { taskId } = await ask('/v1/videos/generations', { model: 'video-2-0', input });
  if (taskId === undefined) throw new Error('A submission was answered without a task.');
  return taskId;
}

/** 0 until the worker answers. */
async function residentMb(url: string): Promise<number> {
  const text = await fetch(url).then(
    (answer) => answer.text(),
    () => '',
  );
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0) / MB;
}

const ffmpeg = process.env.FFMPEG ?? '';
console.log(
  `${DURATION_SECONDS} s of 16:9 with sound, ${CORES} cores, encoded by ${ffmpeg || 'WebAssembly'}\n`,
);
const rows: string[][] = [];
for (const video of VIDEOS) {
  console.error(`${video.name} …`);
  const { name, seconds, peakMb } = await measure(video, ffmpeg);
  rows.push([name, seconds.toFixed(1), `${peakMb.toFixed(0)} MB`]);
}
console.log(
  markdownTable([['video', 'seconds', 'peak RSS of the worker'], ...rows], { align: ['l', 'r', 'r'] }),
);
