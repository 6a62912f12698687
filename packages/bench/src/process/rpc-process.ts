// Load, peers and receivers run in processes of their own, so that none of them shares a thread with another.
import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A running RPC process; disposing of it ends it. */
export interface RpcProcess<TRequest extends object, TResponse> extends AsyncDisposable {
  /** Sends a request and waits for its response; one at a time. Rejects when the process ends instead. */
  call(request: TRequest): Promise<TResponse>;
}

/** Starts a script that calls `serveParent`. */
export function startRpcProcess<TRequest extends object, TResponse>(
  script: URL,
): RpcProcess<TRequest, TResponse> {
  const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  const ended = once(child, 'exit');
  return {
    async call(request) {
      const gone = ended.then(() => {
        throw new Error(`${script.pathname} ended before it responded.`);
      });
      const response = once(child, 'message');
      child.send(request);
      const [message] = await Promise.race([response, gone]);
      return message;
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}

/** Starts a script, sends it one request and ends it. */
export async function callRpcProcess<TRequest extends object, TResponse>(
  script: URL,
  request: TRequest,
): Promise<TResponse> {
  await using rpcProcess = startRpcProcess<TRequest, TResponse>(script);
  return await rpcProcess.call(request);
}
