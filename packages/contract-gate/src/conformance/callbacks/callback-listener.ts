// Receives callbacks and webhooks. Each address is used once, so that each delivery belongs to one request.

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, isIP } from 'node:net';
import { type Clock, SYSTEM_CLOCK } from '@keyframe/openapi-runtime/internal';
import { UsageError } from '../../usage-error.ts';
import type { CallbackOptions } from '../conformance.ts';
import { readHeaderFields } from '../wire/exchange.ts';
import type { WireRequest } from '../wire/wire.ts';
import { issueCertificate } from './certificate-authority.ts';

/** A request that arrived. */
export interface Delivery extends Pick<WireRequest, 'method' | 'target' | 'headers'> {
  /** Milliseconds on the clock of the run. */
  at: number;
  body: Buffer;
}

/** The status that the receiver returns; `silence` returns nothing. */
export type Reply = number | 'silence';

/** An address that is used once, with its deliveries. */
export interface CallbackAddress {
  url: string;
  /** The prefix of the targets that belong to it. */
  path: string;
  deliveries: Delivery[];
}

interface Registered extends CallbackAddress {
  replies: readonly Reply[];
  waiting: (() => void)[];
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
const WEBHOOKS = '/webhooks';
const ADDRESS = /^(?<path>\/(?:callback-(?<run>[0-9a-f]{8})-\d+|webhooks))/;
const MAX_BODY_BYTES = 4 * 2 ** 20;
// Bounds the memory if a server does not stop.
const MOST_DELIVERIES = 1_000;

/** Listens for callbacks. */
export class CallbackListener implements AsyncDisposable {
  readonly #server: ReturnType<typeof createServer>;
  readonly #clock: Clock;
  readonly #addresses = new Map<string, Registered>();
  // Callbacks of an earlier run may still arrive if both runs use the same port.
  readonly #run = randomBytes(4).toString('hex');
  #webhookAt = 0;
  /** The origin of every address. */
  readonly origin: string;
  /** Deliveries at unknown addresses. */
  readonly strays: Delivery[] = [];

  private constructor(server: ReturnType<typeof createServer>, origin: string, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
    this.origin = origin;
  }

  /** Starts to listen. */
  static async start(
    { host = '127.0.0.1', port = 0, caFile, url }: CallbackOptions = {},
    clock = SYSTEM_CLOCK,
  ): Promise<CallbackListener> {
    const tls = caFile === undefined ? undefined : await issueCertificate(caFile, host);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const listen: RequestListener = (request, response) => {
      void listener.#receive(request).then((reply) => {
        if (reply !== 'silence') response.writeHead(reply).end();
      });
    };
    const server = tls ? createTlsServer(tls, listen) : createServer(listen);
    // Containers and other machines use names other than those of the loopback interface.
    const bound = LOOPBACK.has(host) ? host : undefined;
    const refuse = (cause: NodeJS.ErrnoException) =>
      reject(
        new UsageError(`Callbacks cannot be received at port ${port}: ${cause.code ?? cause.message}.`, {
          cause,
        }),
      );
    server.once('error', refuse).listen(port, bound, resolve);
    await promise;
    const { port: taken } = server.address() as AddressInfo;
    const own = `${tls ? 'https' : 'http'}://${isIP(host) === 6 ? `[${host}]` : host}:${taken}`;
    const listener = new CallbackListener(server, url?.replace(/\/+$/, '') ?? own, clock);
    return listener;
  }

  /** Creates an address; the replies are sent in turn, then the last one repeatedly. */
  open(replies: readonly Reply[] = [204]): CallbackAddress {
    return this.#register(`/callback-${this.#run}-${this.#addresses.size + 1}`, replies);
  }

  /** Resets the address of webhooks. */
  openWebhooks(replies: readonly Reply[]): CallbackAddress {
    return this.#register(WEBHOOKS, replies);
  }

  /** Waits until no webhook has arrived for `forMs`: earlier requests may still cause some. */
  async quiet(forMs: number, timeoutMs: number): Promise<void> {
    const until = this.#clock.now() + timeoutMs;
    let since = this.#clock.now();
    while (since + forMs > this.#clock.now() && this.#clock.now() < until) {
      await this.#clock.sleep(since + forMs - this.#clock.now());
      since = Math.max(since, this.#webhookAt);
    }
  }

  #register(path: string, replies: readonly Reply[]): CallbackAddress {
    const address: Registered = { url: `${this.origin}${path}`, path, deliveries: [], replies, waiting: [] };
    this.#addresses.set(path, address);
    return address;
  }

  /** Waits until an address has `count` deliveries, at most `timeoutMs`. */
  async waitForCallbacks(address: CallbackAddress, count: number, timeoutMs: number): Promise<void> {
    const registered = this.#addresses.get(address.path);
    const until = this.#clock.now() + timeoutMs;
    while (registered && registered.deliveries.length < count && this.#clock.now() < until) {
      const { promise, resolve } = Promise.withResolvers<void>();
      registered.waiting.push(resolve);
      const cancel = this.#clock.setTimer(until - this.#clock.now(), resolve);
      await promise;
      cancel();
    }
  }

  async #receive(request: IncomingMessage): Promise<Reply> {
    const at = this.#clock.now();
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of request) {
      length += chunk.length;
      if (length <= MAX_BODY_BYTES) chunks.push(chunk);
    }
    const { method = '', url: target = '', rawHeaders } = request;
    const headers = readHeaderFields(rawHeaders);
    const delivery = { at, method, target, headers, body: Buffer.concat(chunks) };
    const { path = '', run } = ADDRESS.exec(target)?.groups ?? {};
    if (path === WEBHOOKS) this.#webhookAt = at;
    const address = this.#addresses.get(path);
    if (!address) {
      const isFromEarlierRun = run !== undefined && run !== this.#run;
      if (path !== WEBHOOKS && !isFromEarlierRun && this.strays.length < MOST_DELIVERIES)
        this.strays.push(delivery);
      return 404;
    }
    const reply = address.replies[address.deliveries.length] ?? address.replies.at(-1) ?? 204;
    if (address.deliveries.length < MOST_DELIVERIES) address.deliveries.push(delivery);
    for (const resolve of address.waiting.splice(0)) resolve();
    return reply;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }
}
