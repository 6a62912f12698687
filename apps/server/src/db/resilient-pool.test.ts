import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listen } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { runPrepared } from './batch.ts';
import { connectDatabase } from './database.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const { url, pool: other } = useDatabase({ migrated: false });

test('a connection that breaks while it is held goes back to the pool, and only once', async () => {
  const { pool, close } = connectDatabase(url, { max: 1 });
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const broken = once(client, 'error');
  await other.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  const [error] = await broken;
  expect(isDatabaseUnavailable(error)).toBe(true);
  const next = await pool.connect();
  client.release();
  expect((await next.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  next.release();
  await close();
});

test('a statement that takes too long is cancelled, which says to ask again', async () => {
  const { pool, close } = connectDatabase(url, { statementTimeoutMs: 2_000 });
  const error: unknown = await pool.query('SELECT pg_sleep(600)').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '57014' });
  expect(isDatabaseUnavailable(new Error('query failed', { cause: error }))).toBe(true);
  await close();
});

/** A path to the database that can fall silent: open connections stay open and carry nothing more. */
async function startSilentProxy() {
  const { port, hostname } = new URL(url);
  const links: { client: Socket; server: Socket }[] = [];
  const proxy = await listen(
    createServer((client) => {
      const server = connect(Number(port), hostname);
      client.pipe(server).pipe(client);
      links.push({ client, server });
    }),
  );
  const proxied = new URL(url);
  proxied.port = String(proxy.port);
  return {
    url: proxied.href,
    silence: () => {
      for (const { client } of links) client.pause().unpipe();
    },
    async [Symbol.asyncDispose]() {
      for (const { server } of links) server.destroy();
      await proxy[Symbol.asyncDispose]();
    },
  };
}

test('a server that falls silent breaks the connection, in a transaction as well, and the next one is a new one', async () => {
  await using proxy = await startSilentProxy();
  const { pool, database, close } = connectDatabase(proxy.url, { max: 1, statementTimeoutMs: 2_000 });
  const transaction = database.transaction(async (held) => {
    await held.execute('SELECT 1');
    proxy.silence();
    await held.execute('SELECT 2');
  });
  const error: unknown = await transaction.catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect((await pool.query('SELECT 3 AS three')).rows).toEqual([{ three: 3 }]);
  await close();
});

// The limit of a test is half of the statement timeout.
test('a prepared statement gives up on a silent server long before the statement timeout', async () => {
  await using proxy = await startSilentProxy();
  const { pool, close } = connectDatabase(proxy.url, {
    max: 1,
    statementTimeoutMs: 600_000,
    preparedTimeoutMs: 3_000,
  });
  const statement = { name: 'one', text: 'SELECT 1 AS one' };
  expect(await runPrepared(pool, statement, [])).toEqual([{ one: 1 }]);
  proxy.silence();
  const error: unknown = await runPrepared(pool, statement, []).catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(await runPrepared(pool, statement, [])).toEqual([{ one: 1 }]);
  await close();
});

test('an error of a statement is not an outage', async () => {
  const error: unknown = await other.query('SELECT 1 / 0').catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(false);
  expect(isDatabaseUnavailable('lost')).toBe(false);
});

test('a connection that breaks in the same breath in which it becomes ready ends no process', async () => {
  const fields = 'SFATAL\0C57P01\0Mterminating connection\0\0';
  const breath = Buffer.concat([
    packet('R', Buffer.alloc(4)),
    packet('Z', Buffer.from('I')),
    packet('E', Buffer.from(fields)),
  ]);
  await using server = await listen(createServer((client) => client.once('data', () => client.end(breath))));
  const { pool, close } = connectDatabase(`postgresql://keyframe@127.0.0.1:${server.port}/keyframe`, {
    max: 1,
  });
  await expect(pool.connect()).rejects.toThrow('terminating connection');
  await close();
});

function packet(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}
