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

test('a thousand requests that a client sends at once do not all begin before that of another client', async () => {
  const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
  const [many, other] = [openRaw(url('/')), openRaw(url('/'))];
  // Both connections are accepted when the requests are sent.
  for (const socket of [many, other]) {
    socket.write(get('/healthz'));
    await once(socket, 'data');
  }
  const responses = [readAnswers(many), readAnswers(other)];
  many.write(get('/robots.txt').repeat(999) + get('/robots.txt', 'Connection: close\r\n'));
  other.write(get('/healthz', 'Connection: close\r\n'));
  // An id begins with the millisecond in which its request began.
  const [ofMany = [], ofOther = []] = (await Promise.all(responses)).map((answers) =>
    answers.map(({ head }) => /^x-request-id: req_(.{10})/im.exec(head)?.[1] ?? ''),
  );
  expect([ofMany.length, ofOther.length]).toEqual([1_000, 1]);
  expect(ofMany.filter((begun) => begun > (ofOther[0] ?? '')).length).toBeGreaterThan(0);
});
