// A proxy between the service and the receiver of its callbacks, which adds one fault to deliveries.
import { once } from 'node:events';
import { type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { listen } from '@keyframe/test-kit';
import { createTestCertificate } from '@keyframe/test-kit/tls';
import { endToEnd, type RewritingProxy } from './rewriting-proxy.ts';

/** A fault of deliveries: changes the headers of each on its way. */
export interface CallbackFault {
  deliver?: (headers: Headers) => void;
}

/** A running proxy, and what makes the service send its callbacks there. */
export interface CallbackProxy extends RewritingProxy<CallbackFault> {
  readonly env: Readonly<Record<'EGRESS_ALLOW' | 'EGRESS_CA', string>>;
  /** Passes deliveries on to a receiver on this port. */
  setReceiver: (port: number) => void;
}

/** Starts a proxy without a fault. */
export async function startCallbackProxy(): Promise<CallbackProxy> {
  await using resources = new AsyncDisposableStack();
  const { key, cert, caFile } = resources.use(await createTestCertificate());
  let fault: CallbackFault = {};
  let target = 0;

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'POST', url: path = '/' } = incoming;
    const headers = endToEnd(incoming.rawHeaders);
    fault.deliver?.(headers);
    const options = { method, headers: Object.fromEntries(headers), agent: false };
    const outward = requestOf(`http://127.0.0.1:${target}${path}`, options).end(await buffer(incoming));
    // The service does not wait for a receiver that is silent.
    outgoing.once('close', () => outward.destroy());
    const [response] = (await once(outward, 'response')) as [IncomingMessage];
    response.resume();
    outgoing.writeHead(response.statusCode ?? 502).end();
  }

  const server = createServer({ key, cert }, (incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const { url, port } = resources.use(await listen(server));
  const owned = resources.move();
  return {
    url,
    env: { EGRESS_ALLOW: `127.0.0.1:${port}`, EGRESS_CA: caFile },
    setReceiver: (receiver) => {
      target = receiver;
    },
    break: (next) => {
      fault = next;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
