// A call or a process with a generated client that is killed at any step is resumed by another one, and its work is started once.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { generate } from '@keyframe/openapi-client';
import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { EXPORTS_DOCUMENT, startExportService } from './export-service.ts';
import { writeGenerated } from './generated-code.ts';
import { enterProject, runKeyframe } from './run-keyframe.ts';

const execute = promisify(execFile);
const CLI = join(import.meta.dirname, '../src/cli.ts');
const CALL = ['call', 'exports.json', 'createExport', '--param', 'format=csv', '--wait', '--json'];

// Starts an export with a key, or continues the one with an id, and prints its result.
const SCRIPT = `
import { createClient, createExportWork, resumeCreateExport } from './index.ts';
const [baseUrl, key, id] = process.argv.slice(2);
const client = createClient({ baseUrl });
const request = { header: { 'Idempotency-Key': key }, body: { format: 'csv' } };
const work = id ? resumeCreateExport(client, id) : await createExportWork(client, request);
process.stderr.write(JSON.stringify({ event: 'started', id: work.id }) + '\\n');
process.stdout.write(JSON.stringify(await work.result()));
`;

/** Runs a command, or another script, in a process that is killed when the service has received a request for the nth time. */
async function runKilled(line: string, count: number, command = async (server: string) => call(server)) {
  const { promise: received, resolve: receive } = Promise.withResolvers<void>();
  let isArmed = true;
  const service = await startExportService('completed', async (arrived, times) => {
    if (!isArmed || arrived !== line || times !== count) return;
    isArmed = false;
    receive();
    await new Promise(() => undefined);
  });
  const words = await command(service.url);
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
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
    wait = ['wait', 'exports.json', 'createExport', id, '--json', '--server', server];
    return [CLI, ...wait];
  });
  await using running = service;
  const { status, out } = await runKeyframe(wait);
  expect([status, out, running.exports.size]).toEqual([0, '[1,2]', 1]);
  expect(running.lines.filter((arrived) => arrived === 'POST /exports')).toHaveLength(1);
});

test.each([
  ['before the response of its start', 'POST /exports', 1],
  ['after the start', 'GET /exports/e1', 1],
  ['while it waits', 'GET /exports/e1', 2],
  ['while it reads the result', 'GET /exports/e1/content', 1],
])('ASYNC-KILL: a process with a generated client that is killed %s is continued', async (_, line, count) => {
  const model = readModel(JSON.parse(EXPORTS_DOCUMENT), 'exports.json');
  const { files } = await generate(model);
  await using folder = await writeGenerated('openapi-client', [
    ...files,
    { path: 'script.ts', text: SCRIPT },
  ]);
  const script = (server: string) => [join(folder.path, 'script.ts'), server, 'key-1'];
  const { service, steps } = await runKilled(line, count, async (server) => script(server));
  await using running = service;
  const id = steps.find(({ event }) => event === 'started')?.id;
  const { stdout } = await execute(process.execPath, [...script(running.url), ...(id ? [id] : [])]);
  expect([stdout, running.exports.size]).toEqual(['[1,2]', 1]);
  const starts = running.lines.filter((arrived) => arrived === 'POST /exports');
  expect([id, starts.length]).toEqual(line === 'POST /exports' ? [undefined, 2] : ['e1', 1]);
});

function call(server: string): string[] {
  return [CLI, ...CALL, '--server', server];
}

function readSteps(err: string) {
  const steps = err.split('\n').filter((step) => step.startsWith('{'));
  return steps.map((step) => JSON.parse(step));
}
