/**
 * Folder of a run of a task on this machine, with its files until they are stored as results. Another run
 * never finds them, and writes after the end of the run are lost.
 */
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import { listLeasedTasks } from '../jobs/jobs.queries.ts';
import { RESULT_FILE_NAMES } from '../results/result-links.ts';

/** Paths of a run; disposing of it deletes what is there. */
export interface WorkFolder extends AsyncDisposable {
  readonly videoPath: string;
  readonly lastFramePath: string;
  /** A folder for the task's references. */
  readonly references: string;
}

const getRoot = (dataDirectory: string) => join(dataDirectory, 'work');

/** Nobody but the service's own user reads what owners refer to; what is below is as closed as this. */
const FOLDER_MODE = 0o700;

/** Creates a folder for a run of a task. */
export async function openWorkFolder(dataDirectory: string, taskId: string): Promise<WorkFolder> {
  const root = getRoot(dataDirectory);
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

/**
 * Deletes what killed processes left behind: folders of tasks that no process holds a lease of. Folders are listed first,
 * and created under a lease, so that the folder of a run never looks abandoned, for any settings of its process.
 */
export async function deleteAbandonedWork(database: Database, dataDirectory: string): Promise<void> {
  const root = getRoot(dataDirectory);
  const names = await readdir(root).catch(() => []);
  if (names.length === 0) return;
  const leased = await listLeasedTasks(database, [...new Set(names.map(readTaskId))]);
  const abandoned = names.filter((name) => !leased.has(readTaskId(name)));
  for (const name of abandoned) await rm(join(root, name), { recursive: true, force: true });
}

function readTaskId(folder: string): string {
  return folder.slice(0, folder.lastIndexOf('-'));
}
