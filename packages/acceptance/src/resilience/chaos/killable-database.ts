// A real PostgreSQL, with everything on that makes it durable, which can be killed and comes back on the same port.

import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedDatabase } from '@keyframe/server/src/db/embedded.ts';
import {
  createDataDirectory,
  eventually,
  freePort,
  isAlive,
  killProcess,
  listDescendants,
  processesNaming,
} from '@keyframe/test-kit';

/** A running PostgreSQL; disposing of it stops it and removes its data. */
export interface KillableDatabase extends AsyncDisposable {
  readonly url: string;
  /** Its data directory, which the service may share. */
  readonly directory: string;
  /** Kills all of its processes at once, and starts it again after `downMs`; resolves when it takes connections. */
  kill(downMs: number): Promise<void>;
  /** Kills one of its processes, the `index`th; PostgreSQL then breaks every connection and recovers by itself. */
  killBackend(index: number): void;
}

/** Starts a PostgreSQL on an empty directory. */
export async function startKillableDatabase(): Promise<KillableDatabase> {
  await using resources = new AsyncDisposableStack();
  const { path: directory } = resources.use(await createDataDirectory());
  const port = await freePort();
  let running = await startEmbeddedDatabase(directory, { port });
  resources.defer(() => running.stop());
  const { url } = running;
  const postmaster = () => {
    const [pid] = processesNaming(directory);
    if (pid === undefined) throw new Error('PostgreSQL does not run.');
    return pid;
  };
  const owned = resources.move();
  return {
    url,
    directory,
    async kill(downMs) {
      const leader = postmaster();
      const all = [leader, ...listDescendants(leader)];
      all.forEach(killProcess);
      await Promise.all([wait(downMs), eventually('PostgreSQL to be gone', () => !all.some(isAlive))]);
      running = await startEmbeddedDatabase(directory, { port });
    },
    killBackend(index) {
      const backends = listDescendants(postmaster());
      const victim = backends[index % backends.length];
      if (victim !== undefined) killProcess(victim);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
