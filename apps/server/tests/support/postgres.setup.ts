/** One real PostgreSQL for the whole run, with a migrated template that each test file copies. */
import { createDataDirectory, findPostgresql } from '@keyframe/test-kit';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    postgresApplicationUrl: string;
  }
}

/** Another major version for the whole suite, `15` or `17`; the one that the service brings unless it is set. */
const MAJOR = process.env.KEYFRAME_POSTGRESQL;

export const TEMPLATE = 'keyframe_template';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await createDataDirectory();
  const native = MAJOR === undefined ? undefined : findPostgresql(Number(MAJOR));
  if (MAJOR !== undefined && native === undefined)
    throw new Error(`No PostgreSQL ${MAJOR} for this platform.`);
  const server = await startEmbeddedDatabase(directory.path, { native });
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  const templateUrl = server.url.replace(/keyframe$/, TEMPLATE);
  await migrate(templateUrl);
  project.provide('postgresUrl', server.url);
  project.provide('postgresApplicationUrl', server.applicationUrl);
  return async () => {
    await server.stop();
    await directory[Symbol.asyncDispose]();
  };
}
