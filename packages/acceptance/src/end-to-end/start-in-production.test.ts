// The service as it is started in production: by `npm start`, by the image and by the systemd unit of the guide.
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  eventually,
  freePort,
  isAlive,
  listDescendants,
  listen,
  processesNaming,
  startChild,
} from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { createPreparedData } from '../service/prepared-data.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const START: string = JSON.parse(read('package.json')).scripts.start;

interface Entry {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Last command of `npm start`, without the variables that it sets: the commands before it install and build. */
function npmStartCommand(): string[] {
  const words = (START.split('&&').at(-1) ?? '').trim().split(' ');
  return words.slice(words.findIndex((word) => !/^\w+=/.test(word)));
}

/** Reads pairs such as `A=b C=d`. */
function parsePairs(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));
}

function readImage(): Entry {
  const lines = read('Dockerfile').split('\n');
  const last = (name: string) =>
    lines.findLast((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? '';
  return { command: JSON.parse(last('CMD')), env: parsePairs(last('ENV')) };
}

function readUnit(): Entry {
  const guide = read('apps/docs/src/content/docs/guides/self-hosting.md');
  const unit = /```ini\n(\[Unit\].*?)```/s.exec(guide)?.[1] ?? '';
  const env = parsePairs([...unit.matchAll(/^Environment=(.*)$/gm)].map(([, pair]) => pair).join(' '));
  const command = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? [];
  return { command: command.join(' ') === '/usr/bin/npm start' ? npmStartCommand() : command, env };
}

const ENTRIES: readonly (readonly [string, Entry])[] = [
  ['the entry point of the image', readImage()],
  ['the systemd unit of the guide, which is npm start,', readUnit()],
];

test.each(ENTRIES)('%s starts in production mode, with its mock', async (_, { command, env }) => {
  expect(env).toMatchObject({ NODE_ENV: 'production' });
  const [node, ...args] = command;
  expect(node?.split('/').at(-1)).toBe('node');
  await using data = await createPreparedData();
  const [port, mockPort] = [await freePort(), await freePort()];
  const local = { HOST: '127.0.0.1', PORT: `${port}`, MOCK_PORT: `${mockPort}`, KEYFRAME_DATA: data.path };
  await using child = startChild({ args, cwd: ROOT, env: { ...env, DATABASE_URL: '', ...local } });
  await child.waitUntilReady(`http://127.0.0.1:${port}/readyz`);
  await child.waitForOutput(/Ctrl-C/);
  expect((await fetch(`http://127.0.0.1:${mockPort}/v1/tasks/task_1`)).status).toBe(401);
});

test('the systemd unit of the guide runs the command of npm start', () => {
  expect(readUnit().command).toEqual(npmStartCommand());
});

test('npm start installs, builds what it serves and starts, and Ctrl-C stops it', async () => {
  await using data = await createPreparedData();
  // The build would write what other suites read, so only its arguments are recorded.
  const turbo = join(data.path, 'turbo');
  await writeFile(turbo, '#!/bin/sh\necho "$*" > "$0.arguments"\n', { mode: 0o755 });
  const [port, mockPort] = [await freePort(), await freePort()];
  const local = { HOST: '127.0.0.1', PORT: `${port}`, MOCK_PORT: `${mockPort}`, KEYFRAME_DATA: data.path };
  const PATH = [data.path, dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...local, PATH, DATABASE_URL: '' };
  await using child = startChild({ node: 'sh', args: ['-c', START], cwd: ROOT, ownGroup: true, env });
  await child.waitForOutput(/Ctrl-C/);
  expect(await readFile(`${turbo}.arguments`, 'utf8')).toBe(
    'run build --filter=@keyframe/docs --filter=@keyframe/console --output-logs=errors-only\n',
  );
  const started = [child.pid, ...listDescendants(child.pid), ...processesNaming(data.path)];
  child.signal('SIGINT', { group: true });
  await eventually('all processes to be gone', () => !started.some(isAlive));
});

test('npm start reports a port in use before it installs anything', async () => {
  await using occupant = await listen(createServer());
  const [first = ''] = START.split('&&');
  const [node, ...args] = first.trim().split(' ');
  expect(node).toBe('node');
  const env = { PORT: `${await freePort()}`, MOCK_PORT: `${occupant.port}`, HOST: '' };
  await using child = startChild({ args, cwd: ROOT, env });
  expect(await child.ended).toEqual({ code: 1, signal: null });
  expect(child.stderr).toBe(
    `Port ${occupant.port} on 127.0.0.1 is already in use: set MOCK_PORT to a free one.\n`,
  );
  await using worker = startChild({ args, cwd: ROOT, env: { ...env, ROLE: 'worker' } });
  expect(await worker.ended).toEqual({ code: 0, signal: null });
});
