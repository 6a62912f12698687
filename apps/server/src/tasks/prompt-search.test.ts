import { expect, test } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { givenManyTasks } from '../../tests/support/many-tasks.ts';
import { searchPrompts } from './prompt-search.ts';

const connection = useDatabase();

test('a search continues where its time was over, and finds what the first page did not reach', async () => {
  const owner = await givenOwner(connection);
  await givenManyTasks(connection.pool, { ...owner, count: 450 });
  const search = { ownerId: owner.ownerId, promptPart: 'comet', limit: 10 };
  const client = await connection.pool.connect();
  // Past the trigger that keeps inputs as they were submitted.
  await client.query("SET session_replication_role = 'replica'");
  const { rows } = await client.query<{ id: string }>(
    `UPDATE tasks SET input = input || '{"prompt": "a Comet"}'
     WHERE id = (SELECT id FROM tasks WHERE owner_id = $1 ORDER BY created_at LIMIT 1) RETURNING id`,
    [owner.ownerId],
  );
  await client.query('RESET session_replication_role');
  client.release();
  let time = 0;
  const clock = () => (time += 150);
  const pages: string[][] = [];
  let after: Parameters<typeof searchPrompts>[1]['after'];
  do {
    const page = await searchPrompts(connection.database, { ...search, after }, clock);
    pages.push(page.items.map(({ id }) => id));
    after = page.next;
  } while (after !== undefined);
  // Each page examines two batches of 100 tasks before its 200 ms are over.
  expect(pages).toEqual([[], [], rows.map(({ id }) => id)]);
});
