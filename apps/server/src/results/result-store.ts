/** The port to where finished files are kept. Processes that share a PostgreSQL share one store. */
import type { ResultFile } from './result-links.ts';

/** Task and name of a file. */
export interface ResultName {
  readonly taskId: string;
  readonly file: ResultFile;
}

/** Bytes of a file, the last one included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface ResultStore {
  /**
   * Keeps a copy of a local file, which may be moved away for it. A name shows either its old file or the whole new
   * one, never a part.
   */
  put(name: ResultName, path: string, signal: AbortSignal): Promise<void>;
  /** Tells how many bytes a file has; undefined when there is none. */
  size(name: ResultName, signal: AbortSignal): Promise<number | undefined>;
  /** Reads bytes that the file has. The signal ends the reading as well. */
  read(name: ResultName, range: ByteRange, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** Deletes all files of a task; there need not be any. */
  delete(taskId: string): Promise<void>;
  /** Rejects with what to mend unless the store can be read, and written too if that is asked for. */
  check(options: { readonly writes: boolean }): Promise<void>;
}
