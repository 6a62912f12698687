import { expect, test } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { revokeKey } from '../keys/keys.queries.ts';
import { listKeyChanges } from './changed-keys.queries.ts';

const connection = useDatabase();
const { pool } = connection;
const owners = (list: Awaited<ReturnType<typeof listKeyChanges>>) =>
  list.changes.map(({ ownerId }) => ownerId);

test('AUT-1 a change whose transaction takes long is listed once it has committed, after any number of lists', async () => {
  const slow = await givenOwner(connection);
  const quick = await givenOwner(connection);
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [slow.keyId]);
  const first = await listKeyChanges(pool, undefined);
  await revokeKey(connection.database, quick.keyId);
  const second = await listKeyChanges(pool, first.next);
  const third = await listKeyChanges(pool, second.next);
  await client.query('COMMIT');
  client.release();
  const fourth = await listKeyChanges(pool, third.next);
  expect(owners(first)).toEqual([]);
  expect(owners(second)).toEqual([quick.ownerId]);
  expect(owners(fourth)).toContain(slow.ownerId);
});

test('the first list has the changes of the last minute', async () => {
  const { keyId, ownerId } = await givenOwner(connection);
  await revokeKey(connection.database, keyId);
  expect(owners(await listKeyChanges(pool, undefined))).toContain(ownerId);
});
