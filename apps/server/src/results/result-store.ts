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
  /** Returns the size of a file in bytes; undefined if it is absent. */
  size(name: ResultName, signal: AbortSignal): Promise<number | undefined>;
  /** Reads bytes that the file has. The signal ends the reading as well. */
  read(name: ResultName, range: ByteRange, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** Deletes all files of a task; there need not be any. */
  delete(taskId: string): Promise<void>;
  /** Rejects with the setting to correct unless the store can be read, and, with `writes`, written. */
  check(options: { readonly writes: boolean }): Promise<void>;
}
