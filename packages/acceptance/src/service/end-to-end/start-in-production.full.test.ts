import { freePort, PRODUCTION_ENV, startChild } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { createPreparedData } from '../../support/prepared-data.ts';
import { ENTRIES, ROOT } from './production-entries.ts';

test.each(ENTRIES)('%s starts in production mode, with its mock', async (_, { command, env }) => {
  expect(env).toMatchObject(PRODUCTION_ENV);
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
