import { once } from 'node:events';
import { expect, test } from 'vitest';
import { givenOwner } from './support/database.ts';
import { openRaw, readAnswers } from './support/raw-connection.ts';
import { useServer } from './support/server.ts';

const { connection, request, url } = useServer(async () => ({ ROLE: 'api' }));

const LARGE = 'A lighthouse. '.repeat(1_000);
const submit = (key: string, input: object) =>
  request('/v1/videos/generations', { key, json: { model: 'video-2-0', input } });

test('an owner whose large bodies wait for the database delays its own large bodies, and those of no other owner', async () => {
  const [many, other] = [await givenOwner(connection), await givenOwner(connection)];
  const locking = await connection.pool.connect();
  await locking.query('BEGIN; LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE');
  const accepted = Array.from({ length: 8 }, () => submit(many.key, { prompt: LARGE }));
  let later: Promise<Response> | undefined;
  try {
    const countWaiting = async () => {
      const { rows } = await connection.pool.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%accept_submissions%'`,
      );
      return rows[0]?.waiting;
    };
    await expect.poll(countWaiting).toBeGreaterThan(0);
    later = submit(many.key, { prompt: LARGE, duration: 3 });
    expect((await submit(many.key, { prompt: 'small', duration: 3 })).status).toBe(400);
    expect((await submit(other.key, { prompt: LARGE, duration: 3 })).status).toBe(400);
    expect(await Promise.race([later, 'waits'])).toBe('waits');
  } finally {
    await locking.query('ROLLBACK');
    locking.release();
  }
  expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual(accepted.map(() => 202));
  expect((await later).status).toBe(400);
});

test('requests of many connections that arrive together do not all begin before that of another client', async () => {
  const count = 300;
  const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
  const open = async () => {
    const socket = openRaw(url('/'));
    socket.write(get('/healthz'));
    await once(socket, 'data');
    return socket;
  };
  // All connections are accepted when the requests are sent.
  const [other, ...many] = await Promise.all(Array.from({ length: count + 1 }, open));
  if (other === undefined) throw new Error('unreachable');
  const responses = [...many, other].map(readAnswers);
  for (const socket of many) socket.write(get('/robots.txt', 'Connection: close\r\n'));
  other.write(get('/healthz', 'Connection: close\r\n'));
  // An id begins with the millisecond in which its request began.
  const begun = (await Promise.all(responses)).map(
    ([answer]) => /^x-request-id: req_(.{10})/im.exec(answer?.head ?? '')?.[1] ?? '',
  );
  expect(begun.filter((id) => id !== '')).toHaveLength(count + 1);
  expect(begun.filter((id) => id > (begun.at(-1) ?? '')).length).toBeGreaterThan(0);
});
