import { defineCommand, UsageError } from '@keyframe/cli/command';
import { parseConfig } from '../config.ts';
import { prepareDatabase } from '../start/prepare-database.ts';
import { createLog } from '../telemetry/log.ts';

/** Does what a start does before it serves, so that a deployment can do it once and apart. */
export const MIGRATE_DATABASE = defineCommand({
  name: 'database migrate',
  summary: 'migrate the database',
  description: 'Migrates as MIGRATION_DATABASE_URL, and grants the role in DATABASE_URL its privileges.',
  arguments: [],
  options: {},
  async run(_, { out }) {
    const { databaseUrl, migrationDatabaseUrl, logLevel } = parseConfig(process.env);
    if (databaseUrl === undefined) {
      throw new UsageError('DATABASE_URL is required. The embedded PostgreSQL is migrated when it starts.');
    }
    const migrations = await prepareDatabase({ databaseUrl, migrationDatabaseUrl }, createLog(logLevel));
    out(migrations.length === 0 ? 'The database is up to date.' : migrations.join('\n'));
    return 0;
  },
});
