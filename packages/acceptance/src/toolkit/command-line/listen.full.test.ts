// `keyframe listen` and `keyframe trigger` before the real service: no tunnel, no loss, no repetition.

import { mkdtempDisposable } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from '@keyframe/client';
import { type Child, createDataDirectory, freePort, listen } from '@keyframe/test-kit';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createAccount } from '../../support/account.ts';
import { startService } from '../../support/service.ts';
import { startHoldingProxy } from './holding-proxy.ts';
import { startKeyframe } from './run-keyframe.ts';

interface Received {
  id: string;
  status: string;
  data: { failed_reason?: string };
}

/** A receiver that verifies callbacks with the library of Standard Webhooks. */
async function startReceiver() {
  const received: Received[] = [];
  let secret = '';
  const server = createServer(async (request, response) => {
    const body = await text(request);
    try {
      const headers = request.headers as Record<string, string>;
      received.push(new Webhook(secret).verify(body, headers) as Received);
      response.writeHead(204).end();
    } catch {
      response.writeHead(400).end();
    }
  });
  const { url, [Symbol.asyncDispose]: dispose } = await listen(server);
  return {
    url: `${url}/hook`,
    received,
    trust(value: string) {
      secret = value;
    },
    [Symbol.asyncDispose]: dispose,
  };
}

async function readSecret(child: Child): Promise<string> {
  const [, secret = ''] = await child.waitForOutput(/"secret":"(whsec_[^"]+)"/);
  return secret;
}

test('each callback arrives once and in order, although the network and the service are interrupted', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-listen-'));
  await using data = await createDataDirectory();
  await using proxy = await startHoldingProxy();
  await using receiver = await startReceiver();
  const port = String(await freePort());
  const start = () => startService({ dataDirectory: data.path, env: { PORT: port } });
  let service = await start();
  try {
    proxy.target = `http://127.0.0.1:${port}`;
    const { key } = await createAccount(service.operator, { credits: 1000 });
    const env = { KEYFRAME_API_KEY: key, KEYFRAME_BASE_URL: proxy.url };
    const words = ['listen', '--forward-to', receiver.url, '--json'];
    await using listening = startKeyframe(words, { folder: folder.path, env });
    receiver.trust(await readSecret(listening));
    const direct = { KEYFRAME_API_KEY: key, KEYFRAME_BASE_URL: `http://127.0.0.1:${port}` };
    const ended: string[] = [];
    const end = async (prompt: string) => {
      const client = createClient({ apiKey: key, baseUrl: direct.KEYFRAME_BASE_URL });
      const input = { prompt, duration: 4, resolution: '480p' } as const;
      const { taskId } = await client.videos.create({ model: 'video-2-0', input });
      await client.tasks.wait(taskId);
      ended.push(taskId);
    };
    const arrive = () =>
      expect.poll(() => receiver.received.map(({ id }) => id), { timeout: 60_000 }).toEqual(ended);

    const words2 = ['trigger', 'taskFailed', '--reason', 'timed_out', '--json'];
    const trigger = startKeyframe(words2, { folder: folder.path, env: direct });
    expect(await trigger.waitForExit()).toEqual({ code: 0, signal: null });
    ended.push(JSON.parse(trigger.stdout).id);
    await arrive();
    expect(receiver.received[0]).toMatchObject({ status: 'failed', data: { failed_reason: 'timed_out' } });

    proxy.cut(true);
    await end('a lake #sandbox:fail=provider_failed');
    await end('a dune #sandbox:fail=timed_out');
    proxy.cut(false);
    await arrive();

    // The response is lost after the service has sent it.
    const held = proxy.hold({ method: 'GET', path: /^\/v1\/sandbox\/callbacks/ });
    await held;
    await end('a fjord #sandbox:fail=timed_out');
    proxy.cut(true);
    proxy.cut(false);
    await arrive();

    await end('a hill #sandbox:fail=timed_out');
    await service[Symbol.asyncDispose]();
    service = await start();
    await end('a storm');
    await arrive();
    expect(new Set(ended).size).toBe(ended.length);
    expect(receiver.received.at(-1)?.status).toBe('completed');
    listening.signal('SIGINT');
    expect((await listening.waitForExit()).code).toBe(130);
  } finally {
    await service[Symbol.asyncDispose]();
  }
});
