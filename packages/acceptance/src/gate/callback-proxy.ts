// A proxy between the service and the receiver of its callbacks, which adds one fault to deliveries.
import { once } from 'node:events';
import { type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { listen } from '@keyframe/test-kit';
import { createTestCertificate } from '@keyframe/test-kit/tls';
import { endToEnd, type RewritingProxy } from './rewriting-proxy.ts';

/** A delivery of the service before it is passed on. */
export interface ProxiedDelivery {
  method: string;
  path: string;
  headers: Headers;
  body: Buffer;
  /** Counts what the service sent to this path, from 1. */
  number: number;
}

/** Passes a delivery on and gives the status that it was answered with. */
export type Forward = (delivery: ProxiedDelivery) => Promise<number>;

/** A fault of deliveries: passes them on or not, and gives the status that the service sees. */
export interface CallbackFault {
  deliver?: (delivery: ProxiedDelivery, forward: Forward) => Promise<number>;
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
  const counts = new Map<string, number>();
  let fault: CallbackFault = {};
  let target = 0;

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'POST', url: path = '/' } = incoming;
    const body = await buffer(incoming);
    const number = (counts.get(path) ?? 0) + 1;
    counts.set(path, number);
    const forward: Forward = async (delivery) => {
      const { method: sentMethod, path: sentPath, headers, body: sent } = delivery;
      const options = { method: sentMethod, headers: Object.fromEntries(headers), agent: false };
      const outward = requestOf(`http://127.0.0.1:${target}${sentPath}`, options).end(sent);
      // The service does not wait for a receiver that is silent.
      outgoing.once('close', () => outward.destroy());
      const [answer] = (await once(outward, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode ?? 502;
    };
    const { deliver = (delivery, next) => next(delivery) } = fault;
    const headers = endToEnd(incoming.rawHeaders);
    outgoing.writeHead(await deliver({ method, path, headers, body, number }, forward)).end();
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
