import { constants, createReadStream } from 'node:fs';
import { access, chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { RESULT_FILE_NAMES } from './result-links.ts';
import type { ResultName, ResultStore } from './result-store.ts';

/** Nobody but the service's own user reads what owners have made. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Keeps results below `<dataDirectory>/results`, a folder a task. */
export function createDiskStore(dataDirectory: string): ResultStore {
  const root = join(dataDirectory, 'results');
  const folder = (taskId: string) => join(root, taskId);
  const getPath = ({ taskId, file }: ResultName) => join(folder(taskId), RESULT_FILE_NAMES[file]);
  return {
    reader: {
      kind: 'files',
      async size(name) {
        return (await stat(getPath(name)).catch(ignoreAbsence))?.size;
      },
      async read(name, { first, last }, signal) {
        return Readable.toWeb(createReadStream(getPath(name), { start: first, end: last, signal }));
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

/** Waits until a file's bytes, or a folder's names, are on the disk. */
async function sync(path: string): Promise<void> {
  await using file = await open(path, 'r');
  await file.sync();
}

function ignoreAbsence(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
