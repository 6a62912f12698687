import { callRpcProcess } from '../process/rpc-process.ts';

/** The requests and their target: `count` requests, `concurrency` at a time. */
export interface HttpsLoopRequest {
  readonly url: string;
  readonly certificate: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly count: number;
  readonly concurrency: number;
}

/** Sends requests by a bare loop over https.request, in a process of its own, until all are answered. */
export async function runHttpsLoop(loop: HttpsLoopRequest): Promise<void> {
  await callRpcProcess<HttpsLoopRequest, Record<string, never>>(
    new URL('https-loop-process.ts', import.meta.url),
    loop,
  );
}
