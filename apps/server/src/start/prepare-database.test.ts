import { Writable } from 'node:stream';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { readPrivileges } from '../db/privileges.ts';
import { type DatabaseSettings, prepareDatabase } from './prepare-database.ts';

const { url, applicationUrl, pool } = useDatabase({ migrated: false });

function withPassword(databaseUrl: string): string {
  return Object.assign(new URL(databaseUrl), { password: 'wrong' }).href;
}

let logged = '';
const log = pino(
  new Writable({
    write(chunk, _, done) {
      logged += chunk;
      done();
    },
  }),
);
beforeEach(() => {
  logged = '';
});

test('a role without tables cannot migrate, and the error names the setting for the one that can', async () => {
  const settings = { databaseUrl: applicationUrl, migrationDatabaseUrl: undefined };
  await expect(prepareDatabase(settings, log)).rejects.toThrow(
    'The database has to be migrated by the role that owns its tables: set MIGRATION_DATABASE_URL (permission denied',
  );
});

test.each<[string, (settings: DatabaseSettings) => DatabaseSettings]>([
  ['DATABASE_URL', (settings) => ({ ...settings, databaseUrl: withPassword(settings.databaseUrl) })],
  ['MIGRATION_DATABASE_URL', (settings) => ({ ...settings, migrationDatabaseUrl: withPassword(url) })],
])('a wrong password is reported with %s', async (setting, change) => {
  const settings = change({ databaseUrl: applicationUrl, migrationDatabaseUrl: url });
  // PostgreSQL names the password, PgBouncer the kind of the login.
  const message = new RegExp(`^Cannot use the database of ${setting}: .*authentication failed`);
  await expect(prepareDatabase(settings, log)).rejects.toThrow(message);
});

test('with both roles the owner migrates, and the application gets its privileges without a warning', async () => {
  await prepareDatabase({ databaseUrl: applicationUrl, migrationDatabaseUrl: url }, log);
  const role = new URL(applicationUrl).username;
  expect((await readPrivileges(pool, { role })).ledger_entries).toEqual(['INSERT', 'SELECT']);
  expect(logged).toBe('');
});

test('once that is done, the application starts without the owner', async () => {
  await prepareDatabase({ databaseUrl: applicationUrl, migrationDatabaseUrl: undefined }, log);
  expect(logged).toBe('');
});

test('one role for both works, and the log says what is lost', async () => {
  await prepareDatabase({ databaseUrl: url, migrationDatabaseUrl: undefined }, log);
  expect(JSON.parse(logged)).toMatchObject({ level: 40, role: 'keyframe', superuser: true });
  expect(logged).toContain('MIGRATION_DATABASE_URL');
});

test('a process of an older version starts, and leaves the privileges that the newer one granted', async () => {
  const role = new URL(applicationUrl).username;
  await pool.query(`INSERT INTO migrations (name, hash) VALUES ('9999-newer.sql', 'x')`);
  await pool.query(`CREATE TABLE newer_table (); GRANT SELECT ON newer_table TO ${role}`);
  await prepareDatabase({ databaseUrl: applicationUrl, migrationDatabaseUrl: url }, log);
  expect((await readPrivileges(pool, { role })).newer_table).toEqual(['SELECT']);
  expect(JSON.parse(logged)).toMatchObject({ level: 40, migrations: ['9999-newer.sql'] });
});
