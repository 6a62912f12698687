import { expect, test } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { COMMAND_LINE } from '../audit/audit.queries.ts';
import { createInvitation, listInvitations, MAX_MEMBERS } from './invitations.queries.ts';

const connection = useDatabase();
const { database, pool } = connection;

test('invitations that are created at once do not exceed the limit of their team', async () => {
  const { ownerId } = await givenOwner(connection);
  await pool.query(
    `INSERT INTO invitations (id, owner_id, email, role, token_hash, expires_at)
    SELECT 'inv_' || $1 || n, $1, n || '@example.com', 'viewer', sha256(($1 || n)::bytea), now() + interval '1 day'
    FROM generate_series(1, $2::int) AS n`,
    [ownerId, MAX_MEMBERS - 1],
  );
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) =>
      createInvitation(database, {
        ownerId,
        email: `new-${index}@example.com`,
        role: 'viewer',
        actor: COMMAND_LINE,
      }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await listInvitations(database, ownerId)).toHaveLength(MAX_MEMBERS);
});
