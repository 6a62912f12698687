// The query by which the Helm chart scales workers, as the role that its guide creates.
import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { givenOwner, useDatabase } from './support/database.ts';
import { givenTask } from './support/task.ts';

const connection = useDatabase();
const QUERY = new URL('../../../deploy/helm/keyframe/files/queue-depth.sql', import.meta.url);
const GUIDE = new URL('../../docs/src/content/docs/guides/kubernetes.md', import.meta.url);

test('the query for autoscaling counts tasks that wait, and its role can read nothing else', async () => {
  const [, statements = ''] =
    /^```sql autoscaling\n([\s\S]*?)^```$/m.exec(await readFile(GUIDE, 'utf8')) ?? [];
  await connection.pool.query(statements.replaceAll('keyframe_autoscaling', 'autoscaling_test'));
  const url = new URL(connection.url);
  url.username = 'autoscaling_test';
  url.password = '…';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    const query = await readFile(QUERY, 'utf8');
    const count = async () => Number((await client.query(query)).rows[0]?.count);
    expect(await count()).toBe(0);
    const owner = await givenOwner(connection);
    await givenTask(connection, owner);
    await givenTask(connection, owner);
    expect(await count()).toBe(2);
    await expect(client.query('SELECT owner_id FROM keyframe.jobs')).rejects.toThrow('permission denied');
    await expect(client.query('SELECT FROM keyframe.tasks')).rejects.toThrow('permission denied');
    await expect(client.query('DELETE FROM keyframe.jobs')).rejects.toThrow('permission denied');
  } finally {
    await client.end();
    await connection.pool.query('DROP OWNED BY autoscaling_test; DROP ROLE autoscaling_test');
  }
});
