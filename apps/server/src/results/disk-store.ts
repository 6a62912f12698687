import { constants } from 'node:fs';
import { access, chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Turns } from '@keyframe/fairness';
import { RESULT_FILE_NAMES } from './result-links.ts';
import type { ByteRange, ResultName, ResultStore } from './result-store.ts';

/** Nobody but the service's own user reads what owners have made. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** A slow reader of a file keeps so much of it in memory. */
const CHUNK_BYTES = 64 * 1024;
/** Reads at once: the threads that Node has for them. Tasks take turns, so that many readers of one delay no other request. */
const READS = { total: 4, timeoutMs: 10_000 };

/** Keeps results below `<dataDirectory>/results`, a folder a task. */
export function createDiskStore(dataDirectory: string): ResultStore {
  const root = join(dataDirectory, 'results');
  const folder = (taskId: string) => join(root, taskId);
  const turns = new Turns(READS);
  const getPath = ({ taskId, file }: ResultName) => join(folder(taskId), RESULT_FILE_NAMES[file]);
  return {
    reader: {
      kind: 'files',
      async size(name) {
        return (await stat(getPath(name)).catch(ignoreAbsence))?.size;
      },
      async read(name, range, signal) {
        const take: TakeTurn = (work) => turns.take(name.taskId, work);
        return ReadableStream.from(readChunks(getPath(name), { ...range, signal, take }));
      },
    },
    async put(name, path) {
      await mkdir(folder(name.taskId), { recursive: true, mode: FOLDER_MODE });
      await chmod(path, FILE_MODE);
      // The task is charged on the word of this: after a power loss too the name has to lead to the bytes.
      await sync(path);
      // Both are below the data directory, so this is one step; what is renamed over stays whole for who reads it.
      await rename(path, getPath(name));
      await sync(folder(name.taskId));
      await sync(root);
    },
    delete: (taskId) => rm(folder(taskId), { recursive: true, force: true }),
    async check({ writes }) {
      try {
        await mkdir(root, { recursive: true, mode: FOLDER_MODE });
        // A process that may only read the file cannot change it either.
        if (writes) await chmod(root, FOLDER_MODE);
        await access(root, writes ? constants.R_OK | constants.W_OK : constants.R_OK);
      } catch (cause) {
        throw new Error(`KEYFRAME_DATA takes a folder for results: ${String(cause)}`, { cause });
      }
    },
  };
}

type TakeTurn = <TResult>(work: () => Promise<TResult>) => Promise<TResult>;

interface Reading extends ByteRange {
  readonly signal: AbortSignal;
  readonly take: TakeTurn;
}

/** Reads bytes of a file chunk by chunk, each when it is wanted. */
async function* readChunks(path: string, { first, last, signal, take }: Reading): AsyncGenerator<Buffer> {
  await using file = await open(path, 'r');
  for (let position = first; position <= last; ) {
    const length = Math.min(CHUNK_BYTES, last + 1 - position);
    const { bytesRead, buffer } = await take(() =>
      file.read(Buffer.allocUnsafeSlow(length), 0, length, position),
    );
    signal.throwIfAborted();
    if (bytesRead === 0) throw new Error(`The file has ${position} bytes, not ${last + 1}.`);
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Waits until a file's bytes, or a folder's names, are on the disk. */
async function sync(path: string): Promise<void> {
  await using file = await open(path, 'r');
  await file.sync();
}

function ignoreAbsence(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
