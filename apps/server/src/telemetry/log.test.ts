import { spawnSync } from 'node:child_process';
import { DrizzleQueryError } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { logOptions } from './log.ts';

function logged(fields: object): string {
  const lines: string[] = [];
  pino(logOptions('info'), { write: (line) => lines.push(line) }).error(fields, 'failed');
  return lines.join('');
}

test('a failed query is logged by its cause, without the parameters that hold prompts', () => {
  const error = new DrizzleQueryError('INSERT …', ['a secret prompt'], new Error('connection lost'));
  expect(error.message).toContain('a secret prompt');
  expect(logged({ err: error })).toContain('connection lost');
  expect(logged({ err: error })).not.toContain('a secret prompt');
});

test('an error is logged without the objects that libraries attach to it', () => {
  const client = { secretKey: 2_033_346_011, connection: { stream: {} } };
  const error = Object.assign(new Error('connection lost'), { code: '57P01', client });
  const { err } = JSON.parse(logged({ err: error }));
  expect(err).toEqual({
    type: 'Error',
    message: 'connection lost',
    stack: expect.any(String),
    code: '57P01',
  });
  const both = new AggregateError([new Error('first'), new Error('second')], 'no server');
  expect(JSON.parse(logged({ err: both })).err.aggregateErrors).toMatchObject([
    { message: 'first' },
    { message: 'second' },
  ]);
});

test('keys and prompts are redacted where a field is named after them', () => {
  const line = logged({
    authorization: 'Bearer sk_live_x',
    prompt: 'a secret prompt',
    input: { prompt: 'too' },
  });
  expect(line).not.toMatch(/sk_live|secret|too/);
});

test('lines before an exit and before a crash are written, in their order', () => {
  const run = (end: string) => {
    const script = `
      const { createLog } = await import(${JSON.stringify(new URL('log.ts', import.meta.url).href)});
      const log = createLog('info');
      for (let line = 1; line <= 300; line += 1) log.info({ line }, 'x'.repeat(100));
      ${end}
    `;
    const args = ['--input-type=module', '--eval', script];
    return spawnSync(process.execPath, args, { encoding: 'utf8' }).stderr;
  };
  const expected = Array.from({ length: 300 }, (_, index) => index + 1);
  for (const end of ['process.exit(1);', 'throw new Error("crash");']) {
    const lines = run(end)
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.map((line) => JSON.parse(line).line)).toEqual(expected);
  }
});

test('console output of libraries and warnings of Node become JSON lines', () => {
  const script = `
    const { captureConsole, createLog } = await import(${JSON.stringify(new URL('log.ts', import.meta.url).href)});
    captureConsole(createLog('info'));
    console.error('one\\n{"level":50}\\u001b[31m\\u009b', new Error('two'));
    console.log('three');
    process.emitWarning('four\\nfive');
  `;
  const { stderr, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  const lines = stderr.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).level)).toEqual([50, 30, 40]);
  expect(lines.join('')).not.toMatch(/\p{Cc}/u);
});

test('delays and durations are logged as whole milliseconds', () => {
  expect(JSON.parse(logged({ delayMs: 61_234.567, waitedMs: 0.4, count: 1.5, totalMs: null }))).toMatchObject(
    {
      delayMs: 61_235,
      waitedMs: 0,
      count: 1.5,
      totalMs: null,
    },
  );
});
