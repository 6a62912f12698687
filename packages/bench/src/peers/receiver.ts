import { setTimeout as wait } from 'node:timers/promises';
import { startRpcProcess } from '../process/rpc-process.ts';

const ARRIVAL_TIMEOUT_MS = 120_000;

/** Resets the receiver, or waits for a number of requests since the reset. */
export type ReceiverRequest =
  | { readonly kind: 'restart' }
  | { readonly kind: 'received'; readonly count: number };

/** The messages of a receiver. */
export interface ReceiverResponse {
  readonly port: number;
  /** Certificate, in PEM, that its clients must trust. */
  readonly certificate: string;
  /** From the first request to the last. */
  readonly elapsedMs: number;
}

/** A TLS receiver on loopback in a process of its own; disposing of it ends it. */
export interface Receiver extends AsyncDisposable {
  readonly host: string;
  readonly url: string;
  readonly certificate: string;
  /** Runs what sends `count` requests, and gives the requests a second that arrived, by the receiver's clock. */
  measure(count: number, send: () => Promise<void>): Promise<number>;
}

/** Starts the receiver. */
export async function startReceiver(): Promise<Receiver> {
  await using resources = new AsyncDisposableStack();
  const script = new URL('receiver-process.ts', import.meta.url);
  const rpcProcess = resources.use(startRpcProcess<ReceiverRequest, ReceiverResponse>(script));
  const { port, certificate } = await rpcProcess.call({ kind: 'restart' });
  const owned = resources.move();
  const host = `127.0.0.1:${port}`;
  return {
    host,
    url: `https://${host}/callbacks`,
    certificate,
    async measure(count, send) {
      await rpcProcess.call({ kind: 'restart' });
      await send();
      const late = wait(ARRIVAL_TIMEOUT_MS, undefined, { ref: false }).then(() => {
        throw new Error(`Of ${count} requests some had not arrived after ${ARRIVAL_TIMEOUT_MS} ms.`);
      });
      const { elapsedMs } = await Promise.race([rpcProcess.call({ kind: 'received', count }), late]);
      // The first request starts the clock.
      return (count - 1) / (elapsedMs / 1000);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
