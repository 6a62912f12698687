/** Migrations and privileges, which a start applies as the owner's role before the application uses the database. */
import { connectDatabase } from '../db/database.ts';
import { type MigrateOptions, migrate } from '../db/migrate.ts';
import { type ApplicationRole, grantPrivileges, readApplicationRole } from '../db/privileges.ts';
import type { Log } from '../telemetry/log.ts';
import { nameDatabase } from './name-database.ts';

export interface DatabaseSettings {
  /** URL with the application's role. */
  readonly databaseUrl: string;
  /** URL with the role that owns the tables, if that is another role. */
  readonly migrationDatabaseUrl: string | undefined;
}

/**
 * Migrates the database and grants the application's role what it needs. With one role for both, the ledger's protection
 * rests on triggers that this role may disable, which is worth a warning.
 * @returns the names of the SQL files that ran
 */
export async function prepareDatabase(settings: DatabaseSettings, log: Log): Promise<string[]> {
  const { databaseUrl, migrationDatabaseUrl } = settings;
  const ownerUrl = migrationDatabaseUrl ?? databaseUrl;
  const ownerSetting = migrationDatabaseUrl === undefined ? 'DATABASE_URL' : 'MIGRATION_DATABASE_URL';
  let isNewer = false;
  const options: MigrateOptions = {
    onBlocked: (migration) => log.warn({ migration }, 'a migration is waiting for a locked table'),
    onNewer: (migrations) => {
      isNewer = true;
      log.warn({ migrations }, 'a newer version has migrated the database');
    },
  };
  const migrations = await nameDatabase(ownerSetting, () => migrate(ownerUrl, options));
  // The newer version has granted what its processes need, which this one would take away.
  if (!isNewer) await prepareRole(settings, log);
  return migrations;
}

async function prepareRole({ databaseUrl, migrationDatabaseUrl }: DatabaseSettings, log: Log): Promise<void> {
  const role = await nameDatabase('DATABASE_URL', () => readRole(databaseUrl));
  // A role that owns nothing found everything migrated, by a process that has MIGRATION_DATABASE_URL.
  if (migrationDatabaseUrl === undefined && !role.ownsLedger) return;
  if (role.isSuperuser || role.ownsLedger) {
    log.warn(
      { role: role.name, superuser: role.isSuperuser },
      'the role in DATABASE_URL can change the ledger: set DATABASE_URL to a role that owns no tables, and MIGRATION_DATABASE_URL to their owner',
    );
    return;
  }
  await grantPrivileges(migrationDatabaseUrl ?? databaseUrl, { role: role.name });
}

async function readRole(url: string): Promise<ApplicationRole> {
  const { pool, close } = connectDatabase(url, { max: 1 });
  return readApplicationRole(pool).finally(close);
}
