import { startRpcProcess } from '../process/rpc-process.ts';

/** Whether the server now answers the requests that it holds. */
export interface HoldingRequest {
  readonly isOver: boolean;
}

/** The state of the server. */
export interface HoldingState {
  readonly url: string;
  readonly rssMb: number;
  readonly waiting: number;
}

/** A running server, which ends when it is disposed of. */
export interface HoldingServer extends AsyncDisposable {
  readonly url: string;
  readState(): Promise<HoldingState>;
  /** Answers all requests that it holds. */
  release(): Promise<void>;
}

/** Starts a server of `node:http` alone, in a process of its own, that holds each request with the header `Prefer`. */
export async function holdingServer(): Promise<HoldingServer> {
  await using resources = new AsyncDisposableStack();
  const script = new URL('holding-server-process.ts', import.meta.url);
  const { call } = resources.use(startRpcProcess<HoldingRequest, HoldingState>(script));
  const readState = () => call({ isOver: false });
  const { url } = await readState();
  const owned = resources.move();
  return {
    url,
    readState,
    async release() {
      await call({ isOver: true });
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
