// An HTTPS server on loopback in the role of a user's callback receiver, or of a host of references.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from './listen.ts';
import { createTestCertificate, type TestCertificate } from './test-certificate.ts';

/** One request as it arrived. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  receivedAt: Date;
}

/** The response to a request; by default an empty 200 at once. */
export interface ReceiverAnswer {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** How long the receiver waits before it answers anything. */
  delayMs?: number;
  /** Waits for it before it answers anything. */
  after?: Promise<unknown>;
  /** Never answers. */
  isSilent?: boolean;
  /** Sends one byte after the body at this interval in milliseconds, without end. */
  dripEveryMs?: number;
}

/** An answer, or a function that chooses it by the request. */
export type ReceiverScript = ReceiverAnswer | ((request: ReceivedRequest) => ReceiverAnswer);

/** A running receiver; stop it with `close` or `await using`. */
export interface TlsReceiver extends AsyncDisposable {
  readonly port: number;
  /** `https://127.0.0.1:<port>`; the certificate is valid for `localhost` and `::1` as well. */
  readonly url: string;
  /** The entry that exempts `url` from SSRF protection (EGRESS_ALLOW). */
  readonly allow: string;
  /** The certificate's file (EGRESS_CA). */
  readonly caFile: string;
  readonly requests: readonly ReceivedRequest[];
  /** How many connections were made, TLS handshake done or not. */
  readonly connections: number;
  answerWith(script: ReceiverScript): void;
  /** Waits until that many requests have arrived in total, and gives them. */
  waitForRequests(count: number): Promise<readonly ReceivedRequest[]>;
  close(): Promise<void>;
}

interface TlsReceiverOptions {
  answer?: ReceiverScript;
  /** Shares a certificate, so that one EGRESS_CA trusts several receivers; it is left in place by `close`. */
  certificate?: TestCertificate;
}

async function writeAnswer(response: ServerResponse, answer: ReceiverAnswer, signal: AbortSignal) {
  if (answer.isSilent) return;
  if (answer.delayMs !== undefined) await wait(answer.delayMs, undefined, { signal });
  await answer.after;
  response.writeHead(answer.status ?? 200, answer.headers);
  if (answer.dripEveryMs === undefined) {
    response.end(answer.body);
    return;
  }
  response.write(answer.body ?? '.');
  while (!response.destroyed) {
    await wait(answer.dripEveryMs, undefined, { signal });
    response.write('.');
  }
}

async function record(request: IncomingMessage): Promise<ReceivedRequest> {
  const { method = '', url: path = '', headers } = request;
  return { method, path, headers, body: await text(request), receivedAt: new Date() };
}

/** Starts a receiver on a free port of 127.0.0.1. */
export async function startTlsReceiver(options: TlsReceiverOptions = {}): Promise<TlsReceiver> {
  const certificate = options.certificate ?? (await createTestCertificate());
  const requests: ReceivedRequest[] = [];
  const arrivals = new EventTarget();
  const closing = new AbortController();
  let script: ReceiverScript = options.answer ?? {};

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await record(request);
    requests.push(received);
    arrivals.dispatchEvent(new Event('request'));
    await writeAnswer(response, typeof script === 'function' ? script(received) : script, closing.signal);
  }

  const server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!response.destroyed && !closing.signal.aborted) throw error;
    });
  });
  const listening = await listen(server);
  const { port } = listening;

  async function close(): Promise<void> {
    closing.abort();
    await listening[Symbol.asyncDispose]();
    if (!options.certificate) await certificate.remove();
  }

  return {
    port,
    url: listening.url,
    allow: `127.0.0.1:${port}`,
    caFile: certificate.caFile,
    requests,
    get connections() {
      return listening.connections;
    },
    answerWith: (next) => {
      script = next;
    },
    waitForRequests: async (count) => {
      while (requests.length < count) {
        await new Promise((resolve) => arrivals.addEventListener('request', resolve, { once: true }));
      }
      return requests;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
