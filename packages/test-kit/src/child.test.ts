import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startChild } from './child.ts';
import { eventually } from './eventually.ts';
import { listen } from './listen.ts';
import { isAlive } from './process-tree.ts';

const RUN_ON = 'setInterval(() => {}, 1e6);';
const IGNORE_SIGNALS = `for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {}); ${RUN_ON}`;

function evaluate(code: string) {
  return startChild({ args: ['--input-type=module', '--eval', code] });
}

test('output is read while the process runs, and its exit is reported', async () => {
  await using child = evaluate(`console.log('port 4000'); console.error('a warning'); process.exitCode = 3;`);
  expect((await child.waitForOutput(/port (\d+)/))[1]).toBe('4000');
  expect(await child.waitForExit()).toEqual({ code: 3, signal: null });
  expect(child.stderr).toBe('a warning\n');
});

test('a process that ends before its output matches is an error with all that it wrote', async () => {
  await using child = evaluate(`console.log('almost'); throw new Error('out of paint');`);
  await expect(child.waitForOutput(/done/)).rejects.toThrow(/ended with 1:\nalmost\n[\s\S]*out of paint/);
});

test('a server is awaited until it answers 2xx', async () => {
  let answers = 0;
  await using server = await listen(
    createServer((_, response) => {
      answers += 1;
      response.writeHead(answers < 3 ? 503 : 200).end();
    }),
  );
  await using child = evaluate(RUN_ON);
  await child.waitUntilReady(server.url);
  expect(answers).toBe(3);
});

test.each([
  ['ignores signals', '{ stdio: "ignore" }'],
  ['ignores signals and holds the output open', '{ stdio: "inherit" }'],
  ['has a session of its own', '{ stdio: "ignore", detached: true }'],
])('disposing of a process ends one that it started and that %s', async (_, options) => {
  const child = evaluate(`
    import { spawn } from 'node:child_process';
    process.on('SIGINT', () => process.exit());
    const { pid } = spawn(process.execPath, ['--eval', ${JSON.stringify(IGNORE_SIGNALS)}], ${options});
    console.log('started', pid);
    ${RUN_ON}`);
  const started = Number((await child.waitForOutput(/started (\d+)/))[1]);
  await child[Symbol.asyncDispose]();
  expect(child.exit).toEqual({ code: 0, signal: null });
  await eventually('the process that it started to be gone', () => !isAlive(started));
});

test('a process that exits without disposing takes its child with it', async () => {
  await using parent = evaluate(`
    import { startChild } from ${JSON.stringify(import.meta.resolve('./child.ts'))};
    const { pid } = startChild({ args: ['--eval', ${JSON.stringify(IGNORE_SIGNALS)}] });
    console.log('started', pid);
    process.exit();`);
  const started = Number((await parent.waitForOutput(/started (\d+)/))[1]);
  await eventually('the child to be gone', () => !isAlive(started));
});

test('a clean environment hands on PATH and nothing else', async () => {
  process.env.KEYFRAME_SECRET = 'known to the test alone';
  await using child = startChild({
    args: ['--print', 'JSON.stringify(process.env)'],
    hasCleanEnv: true,
    env: { PORT: '4000' },
  });
  await child.waitForExit();
  delete process.env.KEYFRAME_SECRET;
  const { PATH, NO_COLOR: _, FORCE_COLOR: __, ...rest } = JSON.parse(child.stdout);
  expect(PATH).toBe(process.env.PATH);
  expect(rest).toEqual({ PORT: '4000' });
});

test('a log file takes the output, and an early end shows it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-log-'));
  const logFile = join(folder.path, 'child.log');
  await using child = startChild({ args: ['--eval', `console.log('in the log')`], logFile });
  await expect(child.waitUntilReady('http://127.0.0.1:1')).rejects.toThrow('in the log');
  expect(await readFile(logFile, 'utf8')).toBe('in the log\n');
});
