import { Command } from 'commander';
import { parseConfig } from '../config.ts';
import { prepareDatabase } from '../start/prepare-database.ts';
import { createLog } from '../telemetry/log.ts';
import { UsageError } from './usage-error.ts';

/** `database migrate` does what a start does before it serves, so that a deployment can do it once and apart. */
export function databaseCommand(): Command {
  const group = new Command('database').description('Tables and privileges');
  group
    .command('migrate')
    .description('Migrates DATABASE_URL by MIGRATION_DATABASE_URL and grants the application its privileges')
    .action(async () => {
      const { databaseUrl, migrationDatabaseUrl, logLevel } = parseConfig(process.env);
      if (databaseUrl === undefined) {
        throw new UsageError('DATABASE_URL is required: an embedded PostgreSQL is migrated at its start.');
      }
      await prepareDatabase({ databaseUrl, migrationDatabaseUrl }, createLog(logLevel));
    });
  return group;
}
