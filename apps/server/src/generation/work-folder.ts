/**
 * Where a run of a task has its files until they are kept as results: a folder of its own, on this machine. Another run
 * never meets them, and whoever still writes after the end writes nowhere.
 */
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RESULT_FILE_NAMES } from '../results/result-links.ts';

/** Paths of a run; disposing of it deletes what is there. */
export interface WorkFolder extends AsyncDisposable {
  readonly videoPath: string;
  readonly lastFramePath: string;
  /** A folder for the task's references. */
  readonly references: string;
}

const rootOf = (dataDirectory: string) => join(dataDirectory, 'work');

/** Nobody but the service's own user reads what owners refer to; what is below is as closed as this. */
const FOLDER_MODE = 0o700;

/** Creates a folder for a run of a task. */
export async function openWorkFolder(dataDirectory: string, taskId: string): Promise<WorkFolder> {
  const root = rootOf(dataDirectory);
  await mkdir(root, { recursive: true, mode: FOLDER_MODE });
  await chmod(root, FOLDER_MODE);
  const folder = await mkdtemp(join(root, `${taskId}-`));
  const references = join(folder, 'references');
  await mkdir(references, { mode: FOLDER_MODE });
  return {
    videoPath: join(folder, RESULT_FILE_NAMES.video),
    lastFramePath: join(folder, RESULT_FILE_NAMES['last-frame']),
    references,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Deletes what killed processes left behind: folders that nothing has touched for longer than a run can take. */
export async function deleteAbandonedWork(dataDirectory: string, olderThanMs: number): Promise<void> {
  const root = rootOf(dataDirectory);
  for (const name of await readdir(root).catch(() => [])) {
    const folder = join(root, name);
    // A neighbour that ends meanwhile deletes its own.
    const touched = (await stat(folder).catch(() => undefined))?.mtimeMs ?? Date.now();
    if (Date.now() - touched > olderThanMs) await rm(folder, { recursive: true, force: true });
  }
}
