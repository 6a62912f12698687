import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenDownloads } from './download-folder.ts';
import { ResultTooLargeError } from './result-too-large-error.ts';
import { type StreamStart, saveStream } from './save-stream.ts';

const LARGEST_FILE_BYTES = 1_000_000_000;
const LARGEST_TOTAL_BYTES = 10_000_000_000;

/** Limits in bytes. */
interface FileLimits {
  /** Limit of each file; 1 GB by default. */
  file?: number;
  /** Limit of all files that exist; 10 GB by default. */
  total?: number;
}

/** A file to write. */
interface ResultFile {
  name: string;
  /** The status of the response that it is the body of. */
  status: number;
  start: StreamStart;
}

/** The files of results that one server has written. */
export class ResultFiles {
  readonly #openFolder: OpenDownloads;
  readonly #limits: Required<FileLimits>;
  /** In bytes, by path. */
  readonly #sizes = new Map<string, number>();
  #total = 0;

  constructor(openFolder: OpenDownloads, limits: FileLimits = {}) {
    this.#openFolder = openFolder;
    this.#limits = { file: LARGEST_FILE_BYTES, total: LARGEST_TOTAL_BYTES, ...limits };
  }

  /** Writes a file. Throws ResultTooLargeError at a limit; the partial file is then deleted. */
  async save({ name, status, start }: ResultFile): Promise<{ path: string; size: number }> {
    const { file, total } = this.#limits;
    const folder = await this.#openFolder();
    const path = join(folder, name);
    this.#forgetDeleted();
    let size = 0;
    try {
      await saveStream(path, start, (count) => {
        size += count;
        this.#total += count;
        if (size > file) throw new ResultTooLargeError(status, `the limit of ${file} bytes for a file`);
        if (this.#total > total) {
          const limit = `what is left of the ${total} bytes for all files of results: delete some in ${folder}`;
          throw new ResultTooLargeError(status, limit);
        }
      });
      this.#sizes.set(path, size);
      return { path, size };
    } catch (error) {
      this.#total -= size;
      throw error;
    }
  }

  #forgetDeleted(): void {
    for (const [path, size] of this.#sizes) {
      if (existsSync(path)) continue;
      this.#sizes.delete(path);
      this.#total -= size;
    }
  }
}
