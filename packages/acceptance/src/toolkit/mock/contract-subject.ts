// The mock and the service behind one interface, each with a receiver of its callbacks.
import { createVideoMock } from '@keyframe/mock/engine';
import { TEST_SECRET } from '@keyframe/openapi-mock';
import { serveMock } from '@keyframe/openapi-mock/node';
import { eventually } from '@keyframe/test-kit';
import { Webhook } from 'standardwebhooks';
import { startHarness } from '../../service/end-to-end/harness.ts';
import { createAccount } from '../../support/account.ts';
import { type Delivery, type Receiver, startReceiver } from '../../support/receiver.ts';
import { createTrustingFetch } from './trusting-fetch.ts';

interface SubjectParts {
  readonly url: string;
  readonly key: string;
  /** The secret of the signatures. */
  readonly secret: string;
  readonly receiver: Receiver;
  readonly stop: () => PromiseLike<void>;
}

/** A task as GET shows it. */
export interface Task {
  readonly id: string;
  readonly status: string;
  readonly created_at: number;
  readonly model: string;
  readonly data?: { readonly results: readonly string[] };
}

/** Sends requests to a mock or a service; disposing of it stops both. */
export class ContractSubject implements AsyncDisposable {
  readonly receiver: Receiver;
  readonly #parts: SubjectParts;

  constructor(parts: SubjectParts) {
    this.receiver = parts.receiver;
    this.#parts = parts;
  }

  /** Sends a request, POST with a body and GET without. */
  async send(path: string, { body, headers = {} }: { body?: unknown; headers?: object } = {}) {
    const typed = { 'content-type': 'application/json', ...headers };
    const response = await this.fetch(path, typed, body);
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
  }

  /** Sends a request whose response may have any form. */
  fetch(path: string, headers: object, body?: unknown): Promise<Response> {
    const { url, key } = this.#parts;
    return fetch(url + path, {
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
  }

  /** Describes a generation whose callbacks go to a path of the receiver. */
  describe(prompt: string, path?: string): object {
    const callback = path === undefined ? {} : { callback_url: this.receiver.url + path };
    return { model: 'video-2-0', input: { prompt, duration: 4, resolution: '480p' }, ...callback };
  }

  /** Submits a generation, and returns the id of its task. */
  async submit(prompt: string, path?: string): Promise<string> {
    const { status, body } = await this.send(GENERATIONS, { body: this.describe(prompt, path) });
    if (status !== 202) throw new Error(`The submission was answered ${status}: ${JSON.stringify(body)}`);
    return body.taskId;
  }

  waitForEnd(id: string): Promise<Task> {
    return eventually('the task to end', async (): Promise<Task | undefined> => {
      const { body } = await this.send(`/v1/tasks/${id}`);
      return ['completed', 'failed'].includes(body.status) ? body : undefined;
    });
  }

  /** Verifies a delivery with a library that the service does not use, and returns its event. */
  verify({ headers, body }: Delivery): unknown {
    const signed = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    return new Webhook(this.#parts.secret).verify(body, Object.fromEntries(signed));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.stop();
  }
}

/** The path of submissions. */
export const GENERATIONS = '/v1/videos/generations';

/** Starts the mock. */
export async function startMockAsSubject(): Promise<ContractSubject> {
  await using resources = new AsyncDisposableStack();
  const receiver = resources.use(await startReceiver());
  const mock = createVideoMock({ pace: 'fast', fetch: createTrustingFetch(receiver.env.EGRESS_CA) });
  const { url } = resources.use(await serveMock(mock));
  const owned = resources.move();
  const key = `sk_test_${'a'.repeat(32)}`;
  return new ContractSubject({ url, key, secret: TEST_SECRET, receiver, stop: () => owned.disposeAsync() });
}

/** Starts a service. */
export async function startServiceAsSubject(): Promise<ContractSubject> {
  const harness = await startHarness('direct');
  const { service, receiver } = harness;
  const { key, callbackSecret: secret } = await createAccount(service.operator, { credits: 10_000 });
  const stop = () => harness[Symbol.asyncDispose]();
  return new ContractSubject({ url: service.url, key, secret, receiver, stop });
}
