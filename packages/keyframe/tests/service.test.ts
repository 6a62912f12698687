import { mkdtempDisposableSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { runCaptured } from '../src/command/run-captured.ts';
import { loadLogin } from '../src/commands/login-command.ts';
import { KEY, startFakeService } from './fake-service.ts';
import { runKeyframe } from './run-keyframe.ts';

function createFolder() {
  const { path, remove } = mkdtempDisposableSync(join(tmpdir(), 'keyframe-service-'));
  const env = { XDG_CONFIG_HOME: join(path, 'config'), XDG_STATE_HOME: join(path, 'state') };
  return { path, env, [Symbol.dispose]: remove };
}

function findRecords({ XDG_STATE_HOME: folder }: { XDG_STATE_HOME: string }): string[] {
  return readdirSync(join(folder, 'keyframe/videos'));
}

async function login(typed: string, words: readonly string[], env: Record<string, string>) {
  const { command, ...others } = await loadLogin(Readable.from([typed]));
  const tool = { name: 'login', version: '1', commands: [command], ...others };
  return runCaptured(tool, words, { env });
}

test('login stores a valid key for its owner only, and never prints it; logout deletes it', async () => {
  using folder = createFolder();
  await using service = await startFakeService();
  const path = join(folder.env.XDG_CONFIG_HOME, 'keyframe/credentials.json');
  const { status, out, err } = await login(`${KEY}\n`, ['--url', service.url, '--json'], folder.env);
  expect([status, JSON.parse(out)]).toEqual([0, { baseUrl: service.url, mode: 'test', available: 90 }]);
  expect(out + err).not.toContain(KEY);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const tasks = await runKeyframe(['tasks', '--json'], { env: folder.env });
  expect([tasks.status, JSON.parse(tasks.out)]).toMatchObject([0, { id: 'task_1' }]);
  const { out: deleted } = await runKeyframe(['logout', '--json'], { env: folder.env });
  expect(JSON.parse(deleted)).toEqual({ deleted: true });
  expect((await runKeyframe(['tasks'], { env: folder.env })).err).toContain('No API key: run keyframe login');
});

test.each([
  ['sk_test_other', 'invalid_api_key'],
  ['', 'Expected the API key on standard input (got nothing).'],
  ['Bearer x', 'apiKey must be a key'],
  ['Bearer x', 'Store another key by keyframe login, or set KEYFRAME_API_KEY.'],
])('login rejects the key "%s" and stores nothing', async (typed, message) => {
  using folder = createFolder();
  await using service = await startFakeService();
  const { status, out, err } = await login(typed, ['--url', service.url], folder.env);
  expect([status, out]).toEqual([2, '']);
  expect(err).toContain(message);
  expect(() => statSync(folder.env.XDG_CONFIG_HOME)).toThrow('ENOENT');
});

test.each([
  ['http://keys.invalid', true],
  ['https://keys.invalid', false],
  ['http://127.0.0.1:9', false],
])('login to %s warns that the key can be read: %s', async (url, warns) => {
  using folder = createFolder();
  const { err } = await login(KEY, ['--url', url], folder.env);
  expect(err.includes('is not encrypted')).toBe(warns);
  expect(err).toContain('keyframe login --url <url> or KEYFRAME_BASE_URL sets another one.');
});

test('the environment takes precedence, and the stored key is sent to no other service', async () => {
  using folder = createFolder();
  await using service = await startFakeService();
  await login(KEY, ['--url', service.url], folder.env);
  const other = { ...folder.env, KEYFRAME_BASE_URL: 'http://127.0.0.1:9' };
  expect(await runKeyframe(['tasks'], { env: other })).toMatchObject({
    status: 2,
    err: expect.stringContaining(`The stored key is for ${service.url}`),
  });
  const env = { ...folder.env, KEYFRAME_API_KEY: 'sk_test_other' };
  expect(await runKeyframe(['tasks'], { env })).toMatchObject({ status: 2, out: '' });
});

test.each([
  [['login', '--url', '127.0.0.1:4000'], {}, '--url must be an http or https URL (got "127.0.0.1:4000").'],
  [['tasks'], { KEYFRAME_BASE_URL: 'a' }, 'KEYFRAME_BASE_URL must be an http or https URL (got "a").'],
  [['tasks'], { KEYFRAME_API_KEY: 'sk_test_other' }, 'Store another key by keyframe login'],
])('%j with %j names what is wrong, and what is allowed', async (words, env, message) => {
  await using service = await startFakeService();
  const result = await runKeyframe(words, {
    env: { KEYFRAME_API_KEY: KEY, KEYFRAME_BASE_URL: service.url, ...env },
  });
  expect(result).toMatchObject({ status: 2, err: expect.stringContaining(message) });
});

test('shows one task with its results', async () => {
  using folder = createFolder();
  await using service = await startFakeService();
  const env = { ...folder.env, KEYFRAME_API_KEY: KEY, KEYFRAME_BASE_URL: service.url };
  const { out } = await runKeyframe(['tasks', 'task_1'], { env });
  expect(out.split('\n')).toEqual([
    'task_1  2026-11-20T11:00:00.000Z  video-2-0  20 credits  completed',
    `${service.url}/cat.mp4`,
  ]);
  const limit = await runKeyframe(['tasks', '--limit', 'x'], { env });
  expect([limit.status, limit.err]).toEqual([2, expect.stringContaining('--limit must be a whole number')]);
});

const WORDS = ['video', 'a cat', '--wait', '--out'];

test('stores the idempotency key before the first request, and sends it again after an interruption', async () => {
  using folder = createFolder();
  const interruption = new AbortController();
  const keys: string[] = [];
  await using service = await startFakeService((key) => {
    const [name = ''] = findRecords(folder.env);
    const stored = readFileSync(join(folder.env.XDG_STATE_HOME, 'keyframe/videos', name), 'utf8');
    expect(stored).not.toContain(KEY);
    keys.push(JSON.parse(stored).idempotencyKey);
    if (keys.length === 1) interruption.abort();
    expect(key).toBe(keys.at(-1));
  });
  const env = { ...folder.env, KEYFRAME_API_KEY: KEY, KEYFRAME_BASE_URL: service.url };
  const words = [...WORDS, join(folder.path, 'cat.mp4'), '--json'];
  const first = await runKeyframe(words, { env, signal: interruption.signal });
  expect([first.status, first.out]).toEqual([2, '']);
  expect(first.err).toContain('keyframe video --resume');
  const second = await runKeyframe(words, { env });
  expect(second.status).toBe(0);
  expect(JSON.parse(second.out)).toMatchObject({ taskId: 'task_1', file: join(folder.path, 'cat.mp4') });
  const events = second.err.split('\n').map((line) => JSON.parse(line).event);
  expect(events).toEqual(['resuming', 'submitting', 'accepted', 'waiting', 'completed', 'downloading']);
  expect(readFileSync(join(folder.path, 'cat.mp4'), 'utf8')).toBe('a video');
  expect(new Set(service.submissions).size).toBe(1);
  expect(findRecords(folder.env)).toEqual([]);
  // The same command after that is another video.
  await runKeyframe(words, { env });
  expect(new Set(service.submissions).size).toBe(2);
});

test('a task that failed is a finding, and nothing remains to continue', async () => {
  using folder = createFolder();
  const failed = { status: 'failed', billing_status: 'refunded', failed_reason: 'timed_out' };
  await using service = await startFakeService(undefined, failed);
  const env = { ...folder.env, KEYFRAME_API_KEY: KEY, KEYFRAME_BASE_URL: service.url };
  const { status, out, err } = await runKeyframe(['video', 'a cat', '--wait'], { env });
  expect([status, out]).toEqual([1, '']);
  expect(err).toMatch(/task_1 failed: timed_out \(credits: refunded\)\.$/);
  const resumed = await runKeyframe(['video', '--resume'], { env });
  expect([resumed.status, resumed.err]).toEqual([1, 'No video of this key is unfinished.']);
});

test.each([
  [['video'], 'Expected <prompt> or --resume.'],
  [['video', 'a cat', '--duration', 'long'], '--duration must be a number of seconds (got "long").'],
  [['video', 'a cat', '--image', 'absent.png'], '--image must be a URL or a file that can be read'],
  [['video', 'a cat', '--image-port', '0'], '--image-port must be a whole number from 1 to 65535'],
  [['video', 'a cat', '--out', 'absent/cat.mp4'], '--out must be a file in a folder that exists'],
  [['video', 'a cat', '--out', '.'], '--out must be a file in a folder that exists (got ".").'],
  [['video', '--resume', '--model', 'video-1-0'], '--model is for a new video: --resume continues one'],
  [['video', '--resume', '--out', 'cat.mp4'], '--out is for a new video: --resume continues one'],
  [['tasks', 'task_1', '--status', 'failed'], '--status and --limit are for a list of tasks, not for one'],
])('%j is rejected before anything is sent', async (words, message) => {
  using folder = createFolder();
  const env = { ...folder.env, KEYFRAME_API_KEY: KEY, KEYFRAME_BASE_URL: 'http://127.0.0.1:9' };
  const { status, err } = await runKeyframe(words, { env });
  expect(status).toBe(2);
  expect(err).toContain(message);
});
