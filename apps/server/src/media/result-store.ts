import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RESULT_FILE_NAMES, type ResultFile } from './result-links.ts';

/**
 * The files of one run of a task, in a folder of its own until they are published: another run never meets them, and
 * whoever still writes after the end writes nowhere. Disposing of it removes what was not published.
 */
export interface StagedResult extends AsyncDisposable {
  readonly videoPath: string;
  readonly lastFramePath: string;
  /** A folder for the task's references. */
  readonly references: string;
  /** Makes the written files the task's results, the video last: when it is there, everything is there. */
  publish(result: { readonly hasLastFrame: boolean }): Promise<void>;
}

/** Finished files on disk, a folder a task. Machines that share a PostgreSQL share this folder too. */
export interface ResultStore {
  /** Opens the folder of one run. */
  stage(taskId: string): Promise<StagedResult>;
  delete(taskId: string): Promise<void>;
}

/** Keeps results below `<dataDirectory>/results`. */
export function createResultStore(dataDirectory: string): ResultStore {
  const folder = (taskId: string) => join(dataDirectory, 'results', taskId);
  const path = (taskId: string, file: ResultFile) => join(folder(taskId), RESULT_FILE_NAMES[file]);
  return {
    async stage(taskId) {
      await mkdir(folder(taskId), { recursive: true });
      const run = await mkdtemp(join(folder(taskId), 'run-'));
      const staged = (file: ResultFile) => join(run, RESULT_FILE_NAMES[file]);
      const references = join(run, 'references');
      await mkdir(references);
      return {
        videoPath: staged('video'),
        lastFramePath: staged('last-frame'),
        references,
        async publish({ hasLastFrame }) {
          if (hasLastFrame) await rename(staged('last-frame'), path(taskId, 'last-frame'));
          await rename(staged('video'), path(taskId, 'video'));
        },
        [Symbol.asyncDispose]: () => rm(run, { recursive: true, force: true }),
      };
    },
    delete: (taskId) => rm(folder(taskId), { recursive: true, force: true }),
  };
}
