import { runCaptured } from '@keyframe/openapi-tooling/testing';
import { expect, test } from 'vitest';
import { TOOL } from '../src/command/tool.ts';
import { JOBS_DOCUMENT } from './jobs-mock.ts';

async function run(words: readonly string[], whileRunning?: (url: string) => Promise<void>) {
  const interruption = new AbortController();
  const printed: string[] = [];
  const errors: string[] = [];
  const { status } = await runCaptured(TOOL, words, {
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
  [[], 'Expected exactly one document.'],
  [['a.yaml', 'b.yaml'], 'Expected exactly one document.'],
  [[JOBS_DOCUMENT, '--pace', 'slow'], '--pace must be one of real, fast, manual (got "slow").'],
  [[JOBS_DOCUMENT, '--seed', 'x'], '--seed must be a whole number from 0 to'],
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
