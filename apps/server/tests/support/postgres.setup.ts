/** One real PostgreSQL for the whole run, with a migrated template that each test file copies. */
import { createDataDirectory, findPostgresql } from '@keyframe/test-kit';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { startPgbouncer } from './pgbouncer.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    postgresApplicationUrl: string;
    /** Whether the application's role connects through PgBouncer. */
    isPooled: boolean;
  }
}

/** Another major version for the whole suite, `15` or `17`; the one that the service brings unless it is set. */
const MAJOR = process.env.KEYFRAME_POSTGRESQL;

/** Leads the application's connections through PgBouncer. */
const IS_POOLED = process.env.KEYFRAME_PGBOUNCER === '1';

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
  const pooler = IS_POOLED ? await startPgbouncer(directory.path, server) : undefined;
  project.provide('postgresUrl', server.url);
  project.provide('postgresApplicationUrl', pooler?.route(server.applicationUrl) ?? server.applicationUrl);
  project.provide('isPooled', IS_POOLED);
  return async () => {
    await pooler?.stop();
    await server.stop();
    await directory[Symbol.asyncDispose]();
  };
}
