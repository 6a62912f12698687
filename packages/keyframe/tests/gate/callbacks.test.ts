import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import {
  type CallbackOptions,
  type ConformanceResult,
  type Finding,
  runConformance,
} from '@keyframe/contract-gate';
import {
  CALLER_DOCUMENT,
  type CallerBehavior,
  folderWith,
  startCaller,
} from '@keyframe/contract-gate/testing';
import { readModel } from '@keyframe/openapi-model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gate } from './run-gate.ts';

let folder: Awaited<ReturnType<typeof folderWith>>;
let caFile: string;
beforeAll(async () => {
  folder = await folderWith({ 'caller.json': CALLER_DOCUMENT });
  caFile = folder.at('authority/ca.pem');
  expect(await gate(['ca', 'authority/ca.pem'], { cwd: folder.path })).toMatchObject({ code: 0 });
});
afterAll(() => folder[Symbol.asyncDispose]());

const WAIT_MS = 4_000;

async function collectFindings(
  fault: Partial<CallerBehavior> = {},
  options: CallbackOptions = {},
): Promise<Finding[]> {
  await using caller = await startCaller(caFile, fault);
  const { findings, coverage } = await testCaller(caller, options);
  const callbacks = coverage.filter(({ kind }) => kind === 'callback');
  expect(callbacks.map(({ name }) => name)).toEqual(['done', 'jobStarted']);
  return findings;
}

function testCaller(
  caller: Awaited<ReturnType<typeof startCaller>>,
  options: CallbackOptions,
  maxTimeMs = 60_000,
): Promise<ConformanceResult> {
  return runConformance({
    document: readModel(CALLER_DOCUMENT, 'caller.json'),
    server: caller.url,
    callbacks: {
      caFile,
      secrets: caller.secrets,
      waitMs: WAIT_MS,
      webhooks: { jobStarted: ({ url }) => caller.happen(url) },
      ...options,
    },
    seed: 1,
    maxTimeMs,
    workers: 2,
    propertyRuns: 1,
  });
}

test('callbacks over TLS and webhooks of a server that conforms have no findings', async () => {
  expect(await collectFindings()).toEqual([]);
  expect(await collectFindings({}, { retries: [100, 300] })).toEqual([]);
  expect(await readFile(caFile, 'utf8')).toContain('BEGIN CERTIFICATE');
  expect((await stat(`${caFile}.key`)).mode & 0o077).toBe(0);
});

/** Pauses that are due are longer than a busy machine takes to repeat at once. */
const LONG_FIRST = { retries: [5_000, 5_000] };
const LONG_SECOND = { retries: [100, 5_000] };

const FAULTS: readonly (readonly [
  name: string,
  check: string,
  fault: Partial<CallerBehavior>,
  options?: CallbackOptions,
])[] = [
  ['signs by v1 only wrongly', 'callback-signature', { signatures: (_, v1a) => `v1,bm8= ${v1a}` }],
  ['signs by v1a with nothing', 'callback-signature', { signatures: (v1) => v1 }],
  ['repeats at once', 'callback-retry-spacing', { pausesMs: [0, 300] }, LONG_FIRST],
  ['repeats the second time at once', 'callback-retry-spacing', { pausesMs: [100, 0] }, LONG_SECOND],
  ['repeats once only', 'callback-not-retried', { pausesMs: [100] }],
  ['never repeats', 'callback-not-retried', { pausesMs: [] }],
  ['repeats once more than it says', 'callback-retried-too-often', { pausesMs: [100, 300, 300] }],
  ['gives each attempt an id', 'callback-changed', { id: (event, attempt) => `${event}_${attempt}` }],
  ['omits a member', 'callback-body', { body: ({ jobId }) => ({ jobId }) }],
  ['sends no webhook', 'callback-missing', { webhooks: [] }],
  ['sends a webhook twice', 'callback-unrequested', { webhooks: ['done', 'done'] }],
];

test.concurrent.for(FAULTS)(
  'a server that %s is found by %s',
  async ([, check, fault, options], { expect }) => {
    const findings = await collectFindings(fault, options);
    expect(findings.map((finding) => finding.check)).toContain(check);
  },
);

test('does not report a callback that was due after the end of the run', async () => {
  await using caller = await startCaller(caFile, { pausesMs: [30_000, 30_000] });
  const { findings, statistics } = await testCaller(caller, { waitMs: 60_000 }, 3_000);
  expect(statistics.isComplete).toBe(false);
  expect(findings.map(({ check }) => check)).not.toContain('callback-not-retried');
});

test('reports that callbacks over https are not tested without a CA', async () => {
  await using caller = await startCaller(caFile);
  const words = ['test', 'caller.json', '--server', caller.url.href, '--seed', '1', '--timeout', '5s'];
  const { code, stdout } = await gate(words, { cwd: folder.path });
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('[callback-unreached]') });
});

test('the command receives over TLS at a given port, and runs the trigger of a webhook', async () => {
  await using caller = await startCaller(caFile);
  const port = await freePort();
  const trigger = `jobStarted=node -e "fetch('${caller.url.href}jobs', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ callbackUrl: process.env.WEBHOOK_URL }) })"`;
  const secrets = caller.secrets.flatMap((secret) => ['--callback-secret', secret]);
  const words = ['test', 'caller.json', '--server', caller.url.href, '--seed', '1', '--timeout', '30s'];
  const callbacks = ['--callback-ca', caFile, '--callback-port', String(port), '--callback-timeout', '3s'];
  const own = ['--callback-retries', '100ms,300ms', '--webhook', trigger, '--report', 'json=report.json'];
  const { code, stdout } = await gate([...words, ...callbacks, ...secrets, ...own], { cwd: folder.path });
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('0 errors') });
  const { coverage } = JSON.parse(await readFile(folder.at('report.json'), 'utf8'));
  for (const { kind, count } of coverage) if (kind === 'callback') expect(count).toBeGreaterThan(1);
});

test('reports malformed options', async () => {
  for (const words of [
    ['--webhook', 'nothing'],
    ['--callback-secret', 'secret'],
    ['--callback-url', 'gate'],
    ['--callback-retries', '1,soon'],
  ]) {
    const outcome = await gate(['test', 'caller.json', '--server', 'http://127.0.0.1:1', ...words], {
      cwd: folder.path,
    });
    expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining(words[0] ?? '') });
  }
});

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
