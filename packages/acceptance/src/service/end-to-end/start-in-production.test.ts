// The service as it is started in production: by `npm start` and by the systemd unit of the guide.
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import {
  type Child,
  eventually,
  freePort,
  isAlive,
  listDescendants,
  listen,
  processesNaming,
  startChild,
} from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { createPreparedData } from '../../support/prepared-data.ts';
import { npmStartCommand, ROOT, readUnit, START } from './production-entries.ts';

test('the systemd unit of the guide runs the command of npm start', () => {
  expect(readUnit().command).toEqual(npmStartCommand());
});

test.each<[string, (child: Child) => void]>([
  [
    'Ctrl-C, which npm passes on',
    (child) => {
      child.signal('SIGINT', { group: true });
      child.signal('SIGINT');
    },
  ],
  ['SIGTERM, which npm passes on', (child) => child.signal('SIGTERM')],
])('npm start installs, builds what it serves and starts, and %s, stops it', async (_, stop) => {
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
  stop(child);
  expect(await child.ended).toEqual({ code: 0, signal: null });
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
