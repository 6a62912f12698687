import { expect, test } from 'vitest';
import { countReads } from '../../tests/support/count-reads.ts';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { COMMAND_LINE } from '../audit/audit.queries.ts';
import { sharedSecret } from '../db/secret.queries.ts';
import { countKeys, createKey, listKeys, MAX_KEYS, rollKey } from './keys.queries.ts';

const connection = useDatabase();
const { database, pool } = connection;
const REVOKED = 20_000;
const ACTIVE = 10;

/** Stores keys of an owner: revoked ones, the active ones in the middle, and later ones of another owner. */
async function givenManyKeys(): Promise<string> {
  const { ownerId } = await givenOwner(connection);
  const other = await givenOwner(connection);
  await pool.query(
    `INSERT INTO api_keys (id, owner_id, mode, scopes, hash, hint, revoked_at)
    SELECT 'key_' || lpad(n::text, 26, '0'), CASE WHEN n > $3 THEN $2 ELSE $1 END, 'live', '{tasks:read}',
      sha256(n::text::bytea), '', CASE WHEN n <= $3 / 2 OR n > $3 / 2 + $4 THEN now() END
    FROM generate_series(1, 2 * $3::int) AS n`,
    [ownerId, other.ownerId, REVOKED, ACTIVE],
  );
  await pool.query('VACUUM (ANALYZE) api_keys');
  return ownerId;
}

test('keys are listed and counted without a look at all that were revoked', async () => {
  const ownerId = await givenManyKeys();
  const list = await countReads(database, ['api_keys'], (on) => listKeys(on, { ownerId, limit: MAX_KEYS }));
  expect(list.scans).toBe(0);
  expect(list.rows).toBeLessThanOrEqual(2 * MAX_KEYS);
  const count = await countReads(database, ['api_keys'], (on) => countKeys(on, ownerId));
  expect(count).toEqual({ scans: 0, rows: ACTIVE + 1 });

  const keys = await listKeys(database, { ownerId, limit: MAX_KEYS });
  expect(keys).toHaveLength(MAX_KEYS);
  const numbers = keys.map(({ id }) => Number(id.slice('key_'.length)));
  // The key of `givenOwner` is not revoked either, and its id is a ULID.
  expect(numbers.slice(1, ACTIVE + 1)).toEqual(
    Array.from({ length: ACTIVE }, (_, index) => REVOKED / 2 + ACTIVE - index),
  );
  expect(numbers.slice(ACTIVE + 1)).toEqual(
    Array.from({ length: MAX_KEYS - ACTIVE - 1 }, (_, index) => REVOKED - index),
  );
  expect(await countKeys(database, ownerId)).toBe(ACTIVE + 1);
});

test('keys that are created and rolled at once do not exceed the limit of their owner', async () => {
  const { ownerId, keyId } = await givenOwner(connection);
  const secret = await sharedSecret(database, 'key-hash');
  await pool.query(
    `INSERT INTO api_keys (id, owner_id, mode, scopes, hash, hint)
    SELECT 'key_' || $1 || n, $1, 'live', '{tasks:read}', sha256(($1 || n)::bytea), ''
    FROM generate_series(1, $2::int) AS n`,
    [ownerId, MAX_KEYS - 3],
  );
  const key = { ownerId, mode: 'live', scopes: ['tasks:read'], secret } as const;
  const roll = { ownerId, id: keyId, graceHours: 1, secret, actor: COMMAND_LINE };
  const outcomes = await Promise.allSettled([
    rollKey(database, roll),
    ...Array.from({ length: 8 }, () => createKey(database, key)),
  ]);
  expect(await countKeys(database, ownerId)).toBe(MAX_KEYS);
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(reasons).toHaveLength(7);
  for (const reason of reasons) expect(reason).toMatchObject({ name: 'AuthError', code: 'conflict' });
});
