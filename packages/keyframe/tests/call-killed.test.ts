// A call that is killed at any step is resumed by another process, and its work is started once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { EXPORTS_DOCUMENT, startExportService } from './export-service.ts';
import { enterProject, runKeyframe } from './run-keyframe.ts';

const CLI = join(import.meta.dirname, '../src/cli.ts');
const CALL = ['call', 'exports.json', 'createExport', '--param', 'format=csv', '--wait', '--json'];

/** Runs a command in a process that is killed when the service has received a request for the nth time. */
async function runKilled(line: string, count: number, command = async (_server: string) => CALL) {
  const { promise: received, resolve: receive } = Promise.withResolvers<void>();
  let isArmed = true;
  const service = await startExportService('completed', async (arrived, times) => {
    if (!isArmed || arrived !== line || times !== count) return;
    isArmed = false;
    receive();
    await new Promise(() => undefined);
  });
  const words = await command(service.url);
  const child = spawn(process.execPath, [CLI, ...words, '--server', service.url], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  // A process that ends by itself fails the assertion.
  await Promise.race([received, output]);
  child.kill('SIGKILL');
  const [out, err, [, signal]] = await output;
  expect([out, signal]).toEqual(['', 'SIGKILL']);
  return {
    service,
    steps: readSteps(err),
  };
}

test('a call that is killed before the response of its start is repeated with its key', async () => {
  using _ = enterProject('{ apis: {} }', { 'exports.json': EXPORTS_DOCUMENT });
  const { service, steps } = await runKilled('POST /exports', 1);
  await using running = service;
  const [{ param }] = steps;
  const { status, out } = await runKeyframe([...CALL, '--param', param, '--server', running.url]);
  expect([status, out, running.exports.size]).toEqual([0, '[1,2]', 1]);
});

test.each([
  ['after the start', 'GET /exports/e1', 1],
  ['while it waits', 'GET /exports/e1', 2],
  ['while it reads the result', 'GET /exports/e1/content', 1],
])('a call that is killed %s is resumed by the id of its work', async (_, line, count) => {
  using _folder = enterProject('{ apis: {} }', { 'exports.json': EXPORTS_DOCUMENT });
  const { service, steps } = await runKilled(line, count);
  await using running = service;
  const { id } = steps.find(({ event }) => event === 'started');
  const words = ['wait', 'exports.json', 'createExport', id, '--json', '--server', running.url];
  const { status, out } = await runKeyframe(words);
  expect([status, out, running.exports.size]).toEqual([0, '[1,2]', 1]);
  expect(running.lines.filter((arrived) => arrived === 'POST /exports')).toHaveLength(1);
});

test.each([
  ['at its first read', 'GET /exports/e1', 1],
  ['while it waits', 'GET /exports/e1', 2],
  ['while it reads the result', 'GET /exports/e1/content', 1],
])('a wait that is killed %s is repeated', async (_, line, count) => {
  using _folder = enterProject('{ apis: {} }', { 'exports.json': EXPORTS_DOCUMENT });
  let wait: string[] = [];
  const { service } = await runKilled(line, count, async (server) => {
    const start = CALL.filter((word) => word !== '--wait');
    const { err } = await runKeyframe([...start, '--server', server]);
    const { id } = readSteps(err).find(({ event }) => event === 'started');
    wait = ['wait', 'exports.json', 'createExport', id, '--json'];
    return wait;
  });
  await using running = service;
  const { status, out } = await runKeyframe([...wait, '--server', running.url]);
  expect([status, out, running.exports.size]).toEqual([0, '[1,2]', 1]);
  expect(running.lines.filter((arrived) => arrived === 'POST /exports')).toHaveLength(1);
});

function readSteps(err: string) {
  const steps = err.split('\n').filter((step) => step.startsWith('{'));
  return steps.map((step) => JSON.parse(step));
}
