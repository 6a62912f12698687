// The service as the gate checks it: two owners, keys of fewer rights, callbacks over TLS and retries without long pauses.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@keyframe/client';
import { createCallbackAuthority, type RunningServer } from '@keyframe/contract-gate';
import { freePort } from '@keyframe/test-kit';
import { type Account, createAccount } from '../../support/account.ts';
import { type Service, startService } from '../../support/service.ts';

/** A running service, and what the gate needs to know of it. */
export interface GateSubject extends AsyncDisposable {
  service: Service;
  access: RunningServer;
}

// Spent on tens of thousands of sandbox tasks.
const CREDITS = 1_000_000_000;
// A sandbox rendering takes about a second; a busy machine takes longer.
const CALLBACK_WAIT_MS = 60_000;
// The number of retries in the contract, with shorter delays.
const RETRIES_MS = [200, 400, 800, 800, 800];

/** Starts the service; `env` makes it go wrong. */
export async function startGateSubject(env: Readonly<Record<string, string>> = {}): Promise<GateSubject> {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'keyframe-gate-'));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const caFile = join(folder, 'ca.pem');
  await createCallbackAuthority(caFile);
  const port = await freePort();
  const service = resources.use(
    await startService({
      env: {
        EGRESS_ALLOW: `127.0.0.1:${port}`,
        EGRESS_CA: caFile,
        CALLBACK_RETRIES: RETRIES_MS.map((pause) => `${pause}ms`).join(),
        CALLBACK_TIMEOUT: '1s',
        LOG_LEVEL: 'error',
        ...env,
      },
    }),
  );
  const { operator, url } = service;
  const own = await createAccount(operator, { credits: CREDITS });
  const other = await createAccount(operator, { credits: CREDITS });
  const reader = await operator.createKey(own.ownerId, 'test', ['tasks:read']);
  const writer = await operator.createKey(own.ownerId, 'test', ['videos:create']);
  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
  const owned = resources.move();
  const stop = () => owned.disposeAsync();
  const access: RunningServer = {
    url,
    headers: bearer(own.key),
    otherHeaders: bearer(other.key),
    limited: [
      { headers: bearer(reader.key), scopes: ['tasks:read'] },
      { headers: bearer(writer.key), scopes: ['videos:create'] },
    ],
    callbacks: {
      port,
      caFile,
      waitMs: CALLBACK_WAIT_MS,
      retries: RETRIES_MS,
      secrets: [own.callbackSecret, own.callbackPublicKey],
      webhooks: {
        taskCompleted: (webhook) => submit(url, own, { prompt: 'a calm sea', webhook }),
        taskFailed: (webhook) =>
          submit(url, own, { prompt: 'a storm #sandbox:fail=provider_failed', webhook }),
      },
    },
    workflowInputs: { apiKey: own.key },
    close: stop,
  };
  return { service, access, [Symbol.asyncDispose]: stop };
}

/** Submits a task whose outcome goes to a webhook's address. */
async function submit(
  url: string,
  { key }: Account,
  { prompt, webhook }: { prompt: string; webhook: { url: string } },
): Promise<void> {
  const client = createClient({ apiKey: key, baseUrl: url });
  const input = { prompt, duration: 4 } as const;
  await client.videos.create({ model: 'video-2-0', input, callback_url: webhook.url });
}
