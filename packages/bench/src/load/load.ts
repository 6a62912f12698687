import { callRpcProcess } from '../process/rpc-process.ts';

/** One request of a load. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The load: `amount` requests, `requests` in turn and again from the start when they run out. */
export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly amount: number;
  readonly requests: readonly LoadRequest[];
}

/** The responses. */
export interface LoadResult {
  readonly elapsedMs: number;
  /** Answers by status. */
  readonly answers: Readonly<Record<string, number>>;
}

/**
 * Sends a load from a process of its own and gives the answers a second, all of which must have one status.
 * An amount, not a time, ends it, so that no request is left half done and effects can be counted.
 */
export async function measureLoad(load: Load, status: number): Promise<number> {
  const script = new URL('load-process.ts', import.meta.url);
  const { elapsedMs, answers } = await callRpcProcess<Load, LoadResult>(script, load);
  if (answers[status] !== load.amount) {
    throw new Error(`${load.url} was to answer ${load.amount} times ${status}: ${JSON.stringify(answers)}`);
  }
  return load.amount / (elapsedMs / 1000);
}
