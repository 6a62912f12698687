import { startRpcProcess } from '../process/rpc-process.ts';
import type { FRAMEWORKS } from './frameworks.ts';

/** Starts a server, or measures the one that runs. */
export type OrdersRequest =
  | { readonly framework: keyof typeof FRAMEWORKS; readonly generated: string }
  | 'measure';

/** The address of the server, and the CPU time that its process has used, in microseconds. */
export interface OrdersResponse {
  readonly url: string;
  readonly cpuMicroseconds: number;
}

/** A running server of the orders API; disposing of it ends its process. */
export interface OrdersServer extends AsyncDisposable {
  readonly url: string;
  readCpuMicroseconds(): Promise<number>;
}

/** Starts a server of the orders API in a process of its own. */
export async function startOrdersServer(
  framework: keyof typeof FRAMEWORKS,
  generated: string,
): Promise<OrdersServer> {
  await using resources = new AsyncDisposableStack();
  const script = new URL('orders-server-process.ts', import.meta.url);
  const rpcProcess = resources.use(startRpcProcess<{ request: OrdersRequest }, OrdersResponse>(script));
  const { url } = await rpcProcess.call({ request: { framework, generated } });
  const owned = resources.move();
  return {
    url,
    readCpuMicroseconds: async () => (await rpcProcess.call({ request: 'measure' })).cpuMicroseconds,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
