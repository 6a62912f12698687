import { expect, test } from 'vitest';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';
import { givenTask } from './support/task.ts';

const { connection, request } = useServer();

test('an answer that departs from the contract is a 500 without detail, and stays one until it is mended', async () => {
  const owner = await givenOwner(connection);
  const id = await givenTask(connection, { ...owner, model: 'video-2-0' });
  const read = () => request(`/v1/tasks/${id}`, { key: owner.key });
  expect((await read()).status).toBe(200);
  await connection.pool.query('ALTER TABLE tasks DISABLE TRIGGER USER');
  await connection.pool.query(`UPDATE tasks SET model = 'video-9' WHERE id = $1`, [id]);
  const broken = await read();
  expect(broken.status).toBe(500);
  expect(await broken.json()).toEqual({
    error: { code: 'internal_error', message: 'Internal server error. Retry later.' },
  });
  await connection.pool.query(`UPDATE tasks SET model = 'video-2-0' WHERE id = $1`, [id]);
  expect((await read()).status).toBe(200);
});
