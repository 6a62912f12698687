// The guides, followed literally: every curl line and every command of administration runs against a real service.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '@keyframe/test-kit';
import { startTlsReceiver, type TlsReceiver } from '@keyframe/test-kit/tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_SCRIPT } from '../service/server-scripts.ts';
import { type Service, startService } from '../service/service.ts';

const run = promisify(execFile);
const GUIDES = fileURLToPath(new URL('../../../../apps/docs/src/content/docs/guides/', import.meta.url));
const PRELUDE = `
set -eu
curl() {
  command curl -o "$ANSWER" -w '%{http_code}\\n' "$@" >> "$STATUSES"
  cat "$ANSWER"
}
`;

interface Block {
  readonly guide: string;
  /** The text after the language: \`status=400\`, or the kind of the block. */
  readonly info: string;
  readonly code: string;
}

let service: Service;
let receiver: TlsReceiver;
let folder: string;
/** Values for the dots in the guides, by the text before them. */
let values: Record<string, string>;

async function readBlocks(): Promise<Block[]> {
  const names = (await readdir(GUIDES)).toSorted();
  const texts = await Promise.all(
    names.map(async (name) => [name.replace('.md', ''), await readFile(join(GUIDES, name), 'utf8')] as const),
  );
  return texts.flatMap(([guide, text]) =>
    [...text.matchAll(/^```sh(?: ([^\n]*))?\n([\s\S]*?)^```$/gm)].map(([, info = '', code = '']) => ({
      guide,
      info,
      code,
    })),
  );
}

const blocks = await readBlocks();
const [, index = ''] =
  /^```sh\n([\s\S]*?)^```$/m.exec(await readFile(join(GUIDES, '../index.md'), 'utf8')) ?? [];
/** Those of one page run one after another, as a reader runs them. */
const pages = Map.groupBy(
  [{ guide: 'index', info: '', code: index }, ...blocks].filter(
    ({ code, info }) => /^curl /m.test(code) && info !== 'receiver',
  ),
  ({ guide }) => guide,
);
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

beforeAll(async () => {
  receiver = await startTlsReceiver({ answer: { status: 500 } });
  folder = await mkdtemp(join(tmpdir(), 'keyframe-guides-'));
  service = await startService({
    env: {
      EGRESS_ALLOW: receiver.allow,
      EGRESS_CA: receiver.caFile,
      CALLBACK_RETRIES: '50ms',
      RATE_CREATE: '60',
    },
  });
  values = { 'sk_test_…': service.testKey, 'own_…': service.ownerId };
}, 200_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await receiver?.close();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

/** Replaces the addresses and ids of the guides by those of this run. */
function insertValues(code: string): string {
  const text = code
    .replaceAll('http://localhost:4000/results/…', () => values['results/…'] ?? '')
    .replaceAll('http://localhost:4000', service.url)
    .replaceAll('http://127.0.0.1:4010', service.mockUrl)
    .replaceAll('npm run --silent admin --', `${process.execPath} ${ADMIN_SCRIPT}`);
  return Object.entries(values).reduce((filled, [dots, value]) => filled.replaceAll(dots, value), text);
}

async function shell(code: string): Promise<{ stdout: string; statuses: number[] }> {
  const statuses = join(folder, 'statuses');
  await writeFile(statuses, '');
  const { stdout } = await run('bash', ['-c', PRELUDE + insertValues(code)], {
    cwd: folder,
    env: {
      ...process.env,
      KEYFRAME_API_KEY: service.testKey,
      KEYFRAME_DATA: service.dataDirectory,
      DATABASE_URL: '',
      ANSWER: join(folder, 'answer'),
      STATUSES: statuses,
    },
  });
  return { stdout, statuses: (await readFile(statuses, 'utf8')).trim().split('\n').map(Number) };
}

/** Learns the ids that a response names, for the blocks that come after it. */
async function learn(stdout: string): Promise<void> {
  const [, taskId] = /"taskId": ?"(\w+)"/.exec(stdout) ?? [];
  if (taskId === undefined) return;
  values['task_…'] = taskId;
  values['results/…'] = await eventually('the task to end', async () => {
    const response = await fetch(`${service.url}/v1/tasks/${taskId}`, {
      headers: { authorization: `Bearer ${service.testKey}` },
    });
    const task = (await response.json()) as { status: string; data?: { results: string[] } };
    return task.status === 'failed' ? 'none' : task.data?.results[0];
  });
}

test.skipIf(!hasCurl).for([...pages])(
  'every curl line of the guide %s gets the status that the guide says (needs curl)',
  async ([, steps]) => {
    for (const { code, info } of steps) {
      const { stdout, statuses } = await shell(code);
      const [, expected] = /status=(\d+)/.exec(info) ?? [];
      expect(statuses.length).toBe(code.match(/^curl /gm)?.length);
      for (const status of statuses) {
        if (expected === undefined) expect(status, stdout).toBeLessThan(300);
        else expect(status, stdout).toBe(Number(expected));
      }
      await learn(stdout);
    }
  },
);

test('a page with curl lines is every one that has a request to show', () => {
  expect([...pages.keys()].length).toBeGreaterThan(8);
});

test('every command of administration in the guides runs', async () => {
  const submitted = await fetch(`${service.url}/v1/videos/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.testKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'video-2-0',
      callback_url: `${receiver.url}/callbacks`,
      input: { prompt: '#sandbox:refund_failed', duration: 4 },
    }),
  });
  const { taskId } = (await submitted.json()) as { taskId: string };
  const admin = async (...words: string[]) => {
    const env = { ...process.env, KEYFRAME_DATA: service.dataDirectory, DATABASE_URL: '' };
    const { stdout } = await run(process.execPath, [ADMIN_SCRIPT, ...words, '--json'], { env });
    return JSON.parse(stdout);
  };
  const delivery = await eventually('the delivery to fail', async () => {
    const [found] = await admin('delivery', 'list', '--status', 'failed', '--task', taskId);
    return found as { id: string } | undefined;
  });
  const key = await admin('key', 'create', '--owner', service.ownerId, '--mode', 'test');
  Object.assign(values, { 'task_…': taskId, 'msg_…': delivery.id, 'key_…': key.id });
  const commands = blocks
    .filter(({ code }) => code.includes('npm run --silent admin'))
    .map(({ code }) => code);
  expect(commands.length).toBeGreaterThan(4);
  // Commands that revoke come last: the others need what they revoke.
  const lines = commands.flatMap((code) => code.trim().split('\n'));
  for (const line of new Set(lines)) await shell(line);
});
