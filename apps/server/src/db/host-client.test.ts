import { once } from 'node:events';
import { createServer } from 'node:net';
import { listen } from '@keyframe/test-kit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HostClient } from './host-client.ts';
import { HostList } from './hosts.ts';

test.each([
  ['the only server has the whole wait for a connection', 1, 10_000],
  ['one of several servers has three seconds, so that there is time for the next', 2, 3_000],
])('%s', async (_, count, expectedMs) => {
  const silent = createServer();
  await using server = await listen(silent);
  const connected = once(silent, 'connection');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const servers = Array.from({ length: count }, () => `127.0.0.1:${server.port}`);
  const hosts = new HostList(`postgres://${servers.join(',')}/keyframe`);
  let failure = '';
  const connecting = new HostClient(hosts, { connectionTimeoutMillis: 10_000 }).connect().catch((error) => {
    failure = String(error);
  });
  await connected;
  await vi.advanceTimersByTimeAsync(expectedMs - 1);
  expect(failure).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  await connecting;
  expect(failure).toContain('timeout expired');
});
