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

/** Files that the API reads and passes on. */
export interface ResultFiles {
  readonly kind: 'files';
  /** Returns the size of a file in bytes; undefined if it is absent. */
  size(name: ResultName): Promise<number | undefined>;
  /** Reads bytes that the file has. The signal ends the reading as well. */
  read(name: ResultName, range: ByteRange, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

/** A request that a URL of the store allows. */
export interface ResultRequest extends ResultName {
  readonly method: 'GET' | 'HEAD';
  readonly expiresAt: Date;
}

/** Files that their readers fetch from the store itself, by URLs of limited validity. */
export interface ResultUrls {
  readonly kind: 'urls';
  /** Origin of all URLs. */
  readonly origin: string;
  /** Creates the URL for one request; it names a file that may be absent. */
  createUrl(request: ResultRequest): Promise<string>;
}

/** Storage of finished files. */
export interface ResultStore {
  readonly reader: ResultFiles | ResultUrls;
  /**
   * Keeps a copy of a local file, which may be moved away for it. A name shows either its old file or the whole new
   * one, never a part.
   */
  put(name: ResultName, path: string, signal: AbortSignal): Promise<void>;
  /** Deletes all files of a task; there need not be any. */
  delete(taskId: string): Promise<void>;
  /** Rejects with the setting to correct unless the store can be read, and, with `writes`, written. */
  check(options: { readonly writes: boolean }): Promise<void>;
}
