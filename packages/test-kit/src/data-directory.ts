import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killProcess, processesNaming } from './process-tree.ts';

/** A directory that lives as long as its test; disposing of it kills every process that still works on it. */
export interface DataDirectory extends AsyncDisposable {
  readonly path: string;
}

/** Creates an empty data directory that the user of an embedded PostgreSQL can enter, who is another under root. */
export async function createDataDirectory(): Promise<DataDirectory> {
  const path = await mkdtemp(join(tmpdir(), 'keyframe-test-'));
  await chmod(path, 0o755);
  return {
    path,
    async [Symbol.asyncDispose]() {
      // PostgreSQL is no descendant of the service, and would outlive one that crashed.
      for (const pid of processesNaming(path)) killProcess(pid);
      await rm(path, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
