import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runKeyframe } from './run-keyframe.ts';

const JOBS_DOCUMENT = join(import.meta.dirname, '../../openapi-mock/tests/jobs.yaml');

async function run(words: readonly string[], whileRunning?: (url: string) => Promise<void>) {
  const interruption = new AbortController();
  const printed: string[] = [];
  const errors: string[] = [];
  const { status } = await runKeyframe(['mock', ...words], {
    signal: interruption.signal,
    err: (text) => errors.push(text),
    out: (text) => {
      printed.push(text);
      const [url] = /http:\S+/.exec(text) ?? [];
      if (url !== undefined) void whileRunning?.(url).finally(() => interruption.abort());
    },
  });
  return { status, out: printed.join('\n'), err: errors.join('\n') };
}

test('serves a document until it is interrupted, and logs each request', async () => {
  let body: unknown;
  const { status, err } = await run([JOBS_DOCUMENT, '--port', '0'], async (url) => {
    body = await (await fetch(`${url}/weather`)).json();
  });
  expect([status, body, err]).toEqual([0, { degrees: 25 }, 'GET /weather -> 200']);
});

test('explains what was derived', async () => {
  const { status, out } = await run([JOBS_DOCUMENT, '--explain']);
  expect(status).toBe(0);
  expect(out).toContain('/jobs/{id}: link "job": $response.body#/jobId');
});

test('sets faults', async () => {
  let status = 0;
  await run([JOBS_DOCUMENT, '--port', '0', '--fault', 'GET /weather=503'], async (url) => {
    ({ status } = await fetch(`${url}/weather`));
  });
  expect(status).toBe(503);
});

test.each([
  [[JOBS_DOCUMENT, '--pace', 'slow'], '--pace must be one of real, fast, manual (got "slow").'],
  [[JOBS_DOCUMENT, '--seed', 'x'], '--seed must be a whole number from 0 (got'],
  [[JOBS_DOCUMENT, '--port', '70000'], '--port must be a whole number from 0 to 65535 (got "70000").'],
  [
    [JOBS_DOCUMENT, '--seed-data', 'none.json'],
    '--seed-data must be a number, or a JSON or YAML file. none.json: The file cannot be read.',
  ],
  [[JOBS_DOCUMENT, '--fault', 'x'], 'A fault must be written as "POST /things=500"'],
  [[JOBS_DOCUMENT, '--allow-origin', 'x'], 'An allowed origin must be a scheme, a host and at most a port'],
  [[JOBS_DOCUMENT, '--allow-host', 'a/b'], 'An allowed host must be a name without scheme and port'],
  [['missing.yaml'], 'missing.yaml'],
])('%j ends with status 2 and a message', async (words, message) => {
  const { status, err } = await run(words);
  expect([status, err]).toEqual([2, expect.stringContaining(message)]);
});

const TEXT = { type: 'string' };

test.each([
  { argv: [], expected: 3 },
  { argv: ['--empty'], expected: 0 },
  { argv: ['--seed-data', '20'], expected: 20 },
  { argv: ['--seed-data', 'FILE.json'], expected: 1 },
  { argv: ['--seed-data', 'FILE.yaml'], expected: 2 },
])('the command with $argv begins with $expected resources', async ({ argv, expected }) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'mock-seed-'));
  const document = join(folder.path, 'openapi.json');
  const file = join(folder.path, 'seed');
  const schema = { type: 'object', required: ['name'], properties: { id: TEXT, name: TEXT } };
  const content = { 'application/json': { schema } };
  const list = { 'application/json': { schema: { type: 'array', items: schema } } };
  const paths = {
    '/things': {
      get: { responses: { 200: { description: 'All', content: list } } },
      post: { requestBody: { content }, responses: { 201: { description: 'Created', content } } },
    },
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: TEXT }],
      get: { responses: { 200: { description: 'One', content } } },
    },
  };
  writeFileSync(document, JSON.stringify({ openapi: '3.0.3', info: { title: 'T', version: '1' }, paths }));
  const value = { id: 's', name: 'Seed' };
  writeFileSync(`${file}.json`, JSON.stringify({ resources: { '/things/{id}': [{ id: 's', value }] } }));
  writeFileSync(
    `${file}.yaml`,
    "resources:\n  /things/{id}:\n    - { id: 7, value: { id: '7', name: Seven } }\n    - { id: b, value: { id: b, name: Bob } }\n",
  );
  const stop = new AbortController();
  const args = ['mock', document, '--port', '0', '--json', ...argv.map((text) => text.replace('FILE', file))];
  let count: number | undefined;
  const { status } = await runKeyframe(args, {
    signal: stop.signal,
    err: () => undefined,
    out: (text) => {
      void fetch(`${JSON.parse(text).url}/things`)
        .then(async (response) => {
          count = ((await response.json()) as unknown[]).length;
        })
        .finally(() => stop.abort());
    },
  });
  expect([count, status]).toEqual([expected, 0]);
});
