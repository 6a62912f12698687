// The mock of the service as the gate checks it: with a key, and with callbacks over TLS.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@keyframe/client';
import { createCallbackAuthority, type RunningServer } from '@keyframe/contract-gate';
import { createVideoMock } from '@keyframe/mock/engine';
import { TEST_SECRET } from '@keyframe/openapi-mock';
import { serveMock } from '@keyframe/openapi-mock/node';
import { freePort } from '@keyframe/test-kit';
import { createTrustingFetch } from './trusting-fetch.ts';

/** A running mock, and the settings of the gate for it. */
export interface MockSubject extends AsyncDisposable {
  access: RunningServer;
}

const KEY = `sk_test_${'a'.repeat(32)}`;
const CALLBACK_WAIT_MS = 1_000;

/** Starts the mock. */
export async function startMockSubject(): Promise<MockSubject> {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'keyframe-gate-'));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const caFile = join(folder, 'ca.pem');
  await createCallbackAuthority(caFile);
  const mock = createVideoMock({ pace: 'fast', credentials: [KEY], fetch: createTrustingFetch(caFile) });
  const { url } = resources.use(await serveMock(mock));
  const owned = resources.move();
  const stop = () => owned.disposeAsync();
  const submit = async (prompt: string, webhook: { url: string }) => {
    const client = createClient({ apiKey: KEY, baseUrl: url });
    await client.videos.create({ model: 'video-2-0', input: { prompt }, callback_url: webhook.url });
  };
  const access: RunningServer = {
    url,
    headers: { Authorization: `Bearer ${KEY}` },
    callbacks: {
      port: await freePort(),
      caFile,
      waitMs: CALLBACK_WAIT_MS,
      // The mock sends each callback once.
      retries: 0,
      secrets: [TEST_SECRET],
      webhooks: {
        taskCompleted: (webhook) => submit('a calm sea', webhook),
        taskFailed: (webhook) => submit('a storm #sandbox:fail=provider_failed', webhook),
      },
    },
    close: stop,
  };
  return { access, [Symbol.asyncDispose]: stop };
}
