import { callRpcProcess } from '../process/rpc-process.ts';

/** Tasks to wait for, each with a key of its owner. */
export interface WaitLoad {
  readonly url: string;
  readonly tasks: readonly { readonly id: string; readonly key: string }[];
}

/** The wait for a task. */
export interface WaitedTask {
  readonly requests: number;
  /** When the response arrived that says how the task ended, in milliseconds of the epoch. */
  readonly endedAt: number;
}

/** Waits for tasks with `Prefer: wait=60`, all at once, in a process of its own; gives the waits in the tasks' order. */
export function waitForTasks(load: WaitLoad): Promise<WaitedTask[]> {
  return callRpcProcess<WaitLoad, WaitedTask[]>(new URL('wait-process.ts', import.meta.url), load);
}
