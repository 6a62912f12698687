import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RESULT_FILE_NAMES, type ResultFile } from './result-links.ts';

/** Finished files on disk, a folder a task. Machines that share a PostgreSQL share this folder too. */
export interface ResultStore {
  /** Creates a task's folder; gives the paths that its files have, and a folder of this run for its references. */
  prepare(taskId: string): Promise<Record<ResultFile | 'references', string>>;
  path(taskId: string, file: ResultFile): string;
  delete(taskId: string): Promise<void>;
}

/** Keeps results below `<dataDirectory>/results`. */
export function createResultStore(dataDirectory: string): ResultStore {
  const folder = (taskId: string) => join(dataDirectory, 'results', taskId);
  const path = (taskId: string, file: ResultFile) => join(folder(taskId), RESULT_FILE_NAMES[file]);
  return {
    async prepare(taskId) {
      await mkdir(folder(taskId), { recursive: true });
      const references = await mkdtemp(join(folder(taskId), 'references-'));
      return { video: path(taskId, 'video'), 'last-frame': path(taskId, 'last-frame'), references };
    },
    path,
    delete: (taskId) => rm(folder(taskId), { recursive: true, force: true }),
  };
}
