// Data directories whose database is created and migrated already: a copy takes a tenth of a second, a new one three.
// The first is created once in a run, as a global setup.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startEmbeddedDatabase } from '@keyframe/server/src/db/embedded.ts';
import { migrate } from '@keyframe/server/src/db/migrate.ts';
import { createDataDirectory, type DataDirectory } from '@keyframe/test-kit';

/** Hands the path of the first one on to the processes of the run. */
const VARIABLE = 'ACCEPTANCE_PREPARED_DATA';
const run = promisify(execFile);

/** Creates a data directory with a database, or an empty one outside of the suites. */
export async function createPreparedData(): Promise<DataDirectory> {
  const data = await createDataDirectory();
  const prepared = process.env[VARIABLE];
  // The files belong to another user under root, which Node's own copy would not preserve.
  if (prepared !== undefined) await run('cp', ['-a', `${prepared}/.`, data.path]);
  return data;
}

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Another project of the same run has created it.
  if (process.env[VARIABLE] !== undefined) return undefined;
  await using resources = new AsyncDisposableStack();
  const { path } = resources.use(await createDataDirectory());
  const database = await startEmbeddedDatabase(path);
  await migrate(database.url).finally(() => database.stop());
  process.env[VARIABLE] = path;
  const owned = resources.move();
  return () => owned.disposeAsync();
}
