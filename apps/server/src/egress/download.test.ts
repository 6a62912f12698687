import { mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '@keyframe/test-kit';
import { type ReceiverScript, startTlsReceiver, type TlsReceiver } from '@keyframe/test-kit/tls';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { fakeTimers } from '../../tests/support/fake-timers.ts';
import { logOptions } from '../telemetry/log.ts';
import type { EgressDownload } from './download.ts';
import { createEgress } from './egress.ts';

const TIMEOUT_MS = 60_000;

/** Downloads `path` of a host that answers by the script, and reports the content of the folder afterwards. */
async function download(script: ReceiverScript, changes: Partial<EgressDownload> = {}) {
  await using host = await startTlsReceiver({ answer: script });
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-download-'));
  const egress = createEgress({ allow: [host.allow], caFile: host.caFile });
  const path = join(folder.path, 'file');
  const result = await egress
    .download({ url: `${host.url}/0`, path, maxBytes: 1_000, timeoutMs: TIMEOUT_MS, ...changes })
    .catch((thrown: unknown) => thrown);
  const files = await readdir(folder.path);
  const content = files.length > 0 ? await readFile(path, 'latin1') : undefined;
  return { result, files, content, paths: host.requests.map((request) => request.path) };
}

/** Redirects /0 to /1, /1 to /2 and so on, and answers the last. */
function redirects(count: number): ReceiverScript {
  return ({ path }) => {
    const hop = Number(path.slice(1));
    if (hop === count) return { body: 'arrived' };
    return { status: [301, 302, 303, 307, 308][hop] ?? 302, headers: { location: `/${hop + 1}` } };
  };
}

test('writes a file as it arrives', async () => {
  const { result, content, paths } = await download({ body: 'a'.repeat(1_000) });
  expect(result).toMatchObject({ bytes: 1_000 });
  expect(content).toBe('a'.repeat(1_000));
  expect(paths).toEqual(['/0']);
});

test('follows three redirects and no fourth', async () => {
  expect(await download(redirects(3))).toMatchObject({
    result: { bytes: 7 },
    content: 'arrived',
    paths: ['/0', '/1', '/2', '/3'],
  });
  expect(await download(redirects(4))).toMatchObject({
    result: { reason: 'redirect' },
    files: [],
    paths: ['/0', '/1', '/2', '/3'],
  });
});

test('checks every hop: a redirect to a private address is refused', async () => {
  const secrets = createServer((_request, response) => response.end('secret'));
  await using server = await listen(secrets);
  const location = `http://127.0.0.1:${server.port}/`;
  const { result, files } = await download({ status: 302, headers: { location } });
  expect(result).toMatchObject({ reason: 'blocked_address' });
  expect(files).toEqual([]);
  expect(server.connections).toBe(0);
});

test.each([
  ['without a location', {}],
  ['to a malformed location', { location: 'https://' }],
])('refuses a redirect %s', async (_what, headers) => {
  const { result } = await download({ status: 302, headers });
  expect(result).toMatchObject({ reason: 'redirect' });
});

/** Returns the log line of an error. */
function logged(err: unknown): string {
  const lines: string[] = [];
  pino(logOptions('info'), { write: (line) => lines.push(line) }).info({ err }, 'failed');
  return lines.join('');
}

const LINK = '/clip.png?X-Amz-Signature=secret-of-a-link#secret-too';

test.each<[string, ReceiverScript]>([
  ['answers 403', { status: 403 }],
  ['redirects without a location', { status: 302 }],
  ['redirects to a malformed location', { status: 302, headers: { location: 'https://?secret' } }],
  ['redirects for ever', { status: 302, headers: { location: LINK } }],
  [
    'redirects to a refused URL',
    { status: 302, headers: { location: `ftp://secret:secret@a.example${LINK}` } },
  ],
  ['breaks off', { headers: { 'content-length': '500' }, body: 'a' }],
])('a host that %s is logged by origin and path, without what its link holds', async (what, script) => {
  await using host = await startTlsReceiver({ answer: script });
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-download-'));
  const egress = createEgress({ allow: [host.allow], caFile: host.caFile });
  const download = {
    url: host.url + LINK,
    path: join(folder.path, 'file'),
    maxBytes: 1_000,
    timeoutMs: TIMEOUT_MS,
  };
  const error = await egress.download(download).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'EgressError' });
  expect(logged(error)).not.toContain('secret');
  const isNamed = what.startsWith('answers') || what.startsWith('redirects without');
  if (isNamed) expect(logged(error)).toContain(`${host.url}/clip.png `);
});

test.each([404, 500, 304])('refuses a host that answers %s', async (status) => {
  const { result, files } = await download({ status });
  expect(result).toMatchObject({ reason: 'status', status });
  expect(files).toEqual([]);
});

test('refuses by its announced length a file that is too large', async () => {
  const { result, files } = await download({ body: 'a'.repeat(1_001) });
  expect(result).toMatchObject({ reason: 'too_large' });
  expect(files).toEqual([]);
});

test('stops a file of unknown length at the limit and removes what it wrote', async () => {
  const { result, files } = await download({ body: 'a'.repeat(990), dripEveryMs: 1 });
  expect(result).toMatchObject({ reason: 'too_large' });
  expect(files).toEqual([]);
});

test('ends a dripping host at the deadline and removes what it wrote', async () => {
  using _ = fakeTimers();
  const onBytes = () => vi.advanceTimersByTime(TIMEOUT_MS);
  const { result, files } = await download({ dripEveryMs: 20 }, { onBytes });
  expect(result).toMatchObject({ reason: 'timeout' });
  expect(files).toEqual([]);
});

test('spends one deadline on all redirects together', async () => {
  using _ = fakeTimers();
  const { result, paths } = await download(({ path }) => {
    vi.advanceTimersByTime(TIMEOUT_MS * 0.6);
    return { status: 302, headers: { location: `${path}0` } };
  });
  expect(result).toMatchObject({ reason: 'timeout' });
  expect(paths).toEqual(['/0', '/00']);
});

test('removes what it wrote when the host breaks off', async () => {
  const { result, files } = await download({ headers: { 'content-length': '500' }, body: 'a' });
  expect(result).toMatchObject({ name: 'EgressError' });
  expect(files).toEqual([]);
});

test('leaves a file alone that was there before', async () => {
  await using host: TlsReceiver = await startTlsReceiver({ answer: { body: 'new' } });
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-download-'));
  const egress = createEgress({ allow: [host.allow], caFile: host.caFile });
  const path = join(folder.path, 'file');
  await writeFile(path, 'old');
  const again = egress.download({ url: host.url, path, maxBytes: 10, timeoutMs: TIMEOUT_MS });
  await expect(again).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readFile(path, 'utf8')).toBe('old');
});

const SLOW = { reason: 'timeout', message: expect.stringMatching(/^only \d bytes arrived within 10000 ms$/) };

/** Time that passes after each chunk has arrived. */
const PACE_MS = 2_000;

interface SlowHostOptions {
  readonly chunks: number;
  readonly bytes: number;
  /** Ends the response after the chunks; otherwise time passes without another one. */
  readonly ends: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts a host whose chunks arrive one after the other while time passes, in fake time. */
async function startSlowHost({ chunks, bytes, ends, headers }: SlowHostOptions) {
  const timers = fakeTimers();
  let arrival = Promise.withResolvers<void>();
  const host = createServer(async (_request, response) => {
    if (chunks > 0) response.writeHead(200, headers);
    for (let sent = 0; sent < chunks; sent += 1) {
      arrival = Promise.withResolvers();
      response.write('x'.repeat(bytes));
      await arrival.promise;
      vi.advanceTimersByTime(PACE_MS);
    }
    if (ends) response.end();
    else vi.advanceTimersByTime(10 * PACE_MS);
  });
  const server = await listen(host);
  const egress = createEgress({ allow: [`127.0.0.1:${server.port}`] });
  const folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-download-'));
  const fetchFile = ({ onBytes, ...changes }: Partial<EgressDownload>) =>
    egress
      .download({
        url: `http://127.0.0.1:${server.port}/`,
        path: join(folder.path, 'file'),
        maxBytes: 1_000_000,
        timeoutMs: 6_000_000,
        onBytes: (count) => {
          onBytes?.(count);
          arrival.resolve();
        },
        ...changes,
      })
      .catch((thrown: unknown) => thrown);
  const dispose = async () => {
    timers[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
  return { fetchFile, [Symbol.asyncDispose]: dispose };
}

test.each([
  { what: 'never answers', chunks: 0, bytes: 1, ends: false, outcome: SLOW },
  { what: 'stops within', chunks: 3, bytes: 1, ends: false, outcome: SLOW },
  { what: 'drips', chunks: 30, bytes: 1, ends: true, outcome: SLOW },
  { what: 'is slow all the way, but not too slow', chunks: 6, bytes: 4, ends: true, outcome: { bytes: 24 } },
])('a host that $what is waited for as long as enough arrives', async ({ outcome, ...options }) => {
  await using host = await startSlowHost(options);
  const result = await host.fetchFile({ slowest: () => ({ bytes: 8, withinMs: 10_000 }) });
  expect(result).toMatchObject(outcome);
});

const ENDLESS = { chunks: 1_000, bytes: 4, ends: false, headers: { 'content-length': '10000' } };

test('a download that was fast enough is preempted when the required rate rises', async () => {
  await using host = await startSlowHost(ENDLESS);
  let arrived = 0;
  const slowest = () =>
    arrived < 40 ? { bytes: 4, withinMs: 20_000 } : { bytes: 1_000, withinMs: 8_000, isPreempted: true };
  const onBytes = (bytes: number) => {
    arrived += bytes;
  };
  expect(await host.fetchFile({ slowest, onBytes })).toMatchObject({ reason: 'preempted' });
  expect(arrived).toBeGreaterThanOrEqual(40);
});

test('the announced size of a file shortens its timeout', async () => {
  await using host = await startSlowHost(ENDLESS);
  const sizes: number[] = [];
  const timeoutMs = (bytes: number) => {
    sizes.push(bytes);
    return bytes;
  };
  expect(await host.fetchFile({ timeoutMs })).toMatchObject({
    reason: 'timeout',
    message: 'timed out after 10000 ms',
  });
  expect(sizes).toEqual([1_000_000, 10_000]);
});
