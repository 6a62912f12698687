import { randomBytes } from 'node:crypto';
import { Client, type Pool, type PoolClient } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { createCallbackSecret } from '../../src/callbacks/sign.ts';
import { grantCredits } from '../../src/credits/ledger.queries.ts';
import { connectDatabase, type DatabaseConnection } from '../../src/db/database.ts';
import { sharedSecret } from '../../src/db/secret.queries.ts';
import { SCOPES } from '../../src/db/tables.ts';
import { createKey } from '../../src/keys/keys.queries.ts';
import { createOwner } from '../../src/owners/owners.queries.ts';
import { TEMPLATE } from './postgres.setup.ts';

/** Time for the database where other processes keep the machine busy. */
export const BUSY_MACHINE = {
  statementTimeoutMs: 100_000,
  preparedTimeoutMs: 100_000,
  idleInTransactionMs: 100_000,
};

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Creates a database for the calling test file, dropped after its tests: migrated, or empty. */
export function useDatabase({ migrated = true } = {}): {
  readonly url: string;
  /** The same database as the role that the application has in production. */
  readonly applicationUrl: string;
} & DatabaseConnection {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = inject('postgresUrl').replace(/keyframe$/, name);
  const applicationUrl = inject('postgresApplicationUrl').replace(/keyframe$/, name);
  const connection = connectDatabase(url, { idleInTransactionMs: BUSY_MACHINE.idleInTransactionMs });
  beforeAll(() => administer(`CREATE DATABASE ${name}${migrated ? ` TEMPLATE ${TEMPLATE}` : ''}`));
  afterAll(async () => {
    await connection.close();
    // Without FORCE, so that a test that leaks a connection fails here; PgBouncer keeps its own ones.
    await administer(`DROP DATABASE ${name}${inject('isPooled') ? ' WITH (FORCE)' : ''}`);
  });
  return { url, applicationUrl, ...connection };
}

/** Begins a transaction that may stay silent for any time, as that of a backup; end it and release the client. */
export async function holdTransaction(pool: Pool, statement: string): Promise<PoolClient> {
  const client = await pool.connect();
  await client.query(
    `BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL idle_in_transaction_session_timeout = 0`,
  );
  await client.query(statement);
  return client;
}

/** Creates an owner with a key and credits in both modes. */
export async function givenOwner(
  { database }: DatabaseConnection,
  { credits = 10_000, mode = 'live' }: { credits?: number; mode?: 'live' | 'test' } = {},
) {
  const owner = await createOwner(database, { name: 'test', callbackSecret: createCallbackSecret() });
  const secret = await sharedSecret(database, 'key-hash');
  const key = await createKey(database, { ownerId: owner.id, mode, scopes: SCOPES, secret });
  if (credits > 0) await grantCredits(database, { ownerId: owner.id, mode, amount: credits });
  return { ownerId: owner.id, keyId: key.id, key: key.key, mode, callbackSecret: owner.callbackSecret };
}
