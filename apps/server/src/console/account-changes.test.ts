import { expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { MAX_PASSKEYS } from '../people/users.queries.ts';
import { recordAccountChange } from './account-changes.ts';

const { database, pool } = useDatabase();

test('passkeys beyond the limit of a user do not stay if they are registered at once', async () => {
  const user = { id: 'usr_1', email: 'ada@example.com' };
  await pool.query('INSERT INTO users (id, name, email) VALUES ($1, $2, $2)', [user.id, user.email]);
  await pool.query(
    `INSERT INTO passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up, created_at)
    SELECT 'rec_' || n, $1, 'key', 'id' || n, 0, 'singleDevice', false, now() + n * interval '1 second'
    FROM generate_series(1, $2::int) AS n`,
    [user.id, MAX_PASSKEYS + 2],
  );
  const context = { returned: {}, session: { user } };
  await Promise.all(
    [1, 2].map(() => recordAccountChange(database, { path: '/passkey/verify-registration', context })),
  );
  const { rows } = await pool.query('SELECT id FROM passkeys ORDER BY created_at');
  expect(rows.map(({ id }) => id)).toEqual(
    Array.from({ length: MAX_PASSKEYS }, (_, index) => `rec_${index + 1}`),
  );
});
