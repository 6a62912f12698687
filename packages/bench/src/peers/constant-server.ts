import { startRpcProcess } from '../process/rpc-process.ts';

/** The response of the server to every request. */
export interface ConstantResponse {
  readonly record: unknown;
}

/** The address of the server. */
export interface Listening {
  readonly url: string;
}

/** Starts a bare Hono server in a process of its own; disposing of it ends it. */
export async function constantServer(answer: ConstantResponse): Promise<Listening & AsyncDisposable> {
  await using resources = new AsyncDisposableStack();
  const script = new URL('constant-server-process.ts', import.meta.url);
  const rpcProcess = resources.use(startRpcProcess<ConstantResponse, Listening>(script));
  const { url } = await rpcProcess.call(answer);
  const owned = resources.move();
  return { url, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
