// Shared parts of attacks by callbacks: a service, a receiver, and owners whose tasks end at once.
import { createClient } from '@keyframe/client';
import { createAccount } from '../../support/account.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type Service, startService } from '../../support/service.ts';

/** A service under attack; disposing of it stops everything. */
export interface CallbackAttack extends AsyncDisposable {
  readonly service: Service;
  readonly receiver: Receiver;
  /** Creates an owner with credits for the sandbox, and gives its key. */
  createOwner(): Promise<string>;
  /** Ends tasks of an owner, one for each callback URL. */
  endTasks(key: string, callbackUrls: readonly string[]): Promise<void>;
}

const CREDITS = 1_000_000;

/** Starts a service that trusts a receiver on loopback. */
export async function startCallbackAttack(
  env: Readonly<Record<string, string>> = {},
): Promise<CallbackAttack> {
  await using resources = new AsyncDisposableStack();
  const receiver = resources.use(await startReceiver());
  const service = resources.use(await startService({ env: { ...receiver.env, ...env } }));
  const owned = resources.move();
  return {
    service,
    receiver,
    createOwner: async () => (await createAccount(service.operator, { credits: CREDITS })).key,
    endTasks: async (apiKey, callbackUrls) => {
      const client = createClient({ apiKey, baseUrl: service.url });
      const input = { prompt: 'a calm sea #sandbox:fail=provider_failed' };
      for (const callback_url of callbackUrls) {
        await client.videos.create({ model: 'video-2-0', input, callback_url });
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
