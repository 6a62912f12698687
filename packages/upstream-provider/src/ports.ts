import type { CallbackEvent } from '@keyframe/client/webhooks';

/** Stored state of a task upstream. */
export interface UpstreamTask {
  readonly taskId: string;
  /** Body of the submission, as JSON. */
  readonly request: string;
  /** Null until upstream has accepted the task. */
  readonly upstreamId: string | null;
}

/** Keeps the tasks upstream. */
export interface UpstreamStore {
  /** Stores the request of a task before it is first sent; every later call returns what the first one stored. */
  open(task: Pick<UpstreamTask, 'taskId' | 'request'>): Promise<UpstreamTask>;
  noteUpstreamId(task: { readonly taskId: string; readonly upstreamId: string }): Promise<void>;
  /** Finds which of these tasks ended upstream, by their callbacks. */
  findEvents(
    taskIds: readonly string[],
  ): Promise<readonly { readonly taskId: string; readonly event: CallbackEvent }[]>;
}

/** Writes the file of a URL, which is untrusted input, to a path. */
export type Download = (file: {
  readonly url: string;
  readonly path: string;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}) => Promise<unknown>;

/** Reports what an error of a download means: it may pass, is a fault of upstream, or of this machine. */
export type ClassifyDownload = (error: unknown) => 'transient' | 'upstream' | 'machine';

/** Repeats an action, never two rounds at once; an error is logged, and the next round tries again. */
export type Repeat = (
  action: () => Promise<unknown>,
  options: { readonly everyMs: number },
) => { stop(): Promise<void> };

type Write = (fields: object, message: string) => void;

export interface UpstreamLog {
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}
