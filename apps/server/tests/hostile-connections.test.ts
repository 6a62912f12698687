import { once } from 'node:events';
import { checkResponse } from '@keyframe/contract/hono';
import { beforeAll, expect, test } from 'vitest';
import { givenOwner } from './support/database.ts';
import { exchangeRaw, openRaw, type RawAnswer, readAnswers } from './support/raw-connection.ts';
import { useServer } from './support/server.ts';

const { connection, url } = useServer(async () => ({ REQUEST_TIMEOUT: '2s' }));
let key: string;
beforeAll(async () => {
  key = (await givenOwner(connection, { mode: 'test' })).key;
});

const BODY = '{"model":"video-2-0","input":{"prompt":"#sandbox:fail=content_rejected"}}';
const HEADERS = () => `Host: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
/** The head of a submission, up to its length. */
const post = (rest: string) => `POST /v1/videos/generations HTTP/1.1\r\n${HEADERS()}${rest}`;
const get = () => `GET /v1/tasks/task_1 HTTP/1.1\r\n${HEADERS()}\r\n`;

function expectRefusal(answer: RawAnswer | undefined, message: string | RegExp): void {
  expect(answer?.head).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer?.head).toMatch(/^content-type: application\/json/im);
  expect(JSON.parse(answer?.body ?? '')).toEqual({
    error: { code: 'invalid_request', message: expect.stringMatching(message) },
  });
  expect(answer?.body).not.toMatch(/\bat .*:\d+|node:|\.ts/);
  const headers = Object.fromEntries(
    (answer?.head ?? '')
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(': ', 2)),
  );
  const response = { status: 400, headers, body: JSON.parse(answer?.body ?? '') };
  expect(checkResponse('createVideoGeneration', response)).toEqual([]);
  expect(checkResponse('getTask', response)).toEqual([]);
}

test.each([
  [
    'a negative Content-Length',
    () => post('Content-Length: -1\r\n\r\n'),
    'Invalid character in Content-Length',
  ],
  ['a Content-Length that is no number', () => post('Content-Length: many\r\n\r\n'), 'Content-Length'],
  ['two lengths', () => post('Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'), 'Content-Length'],
  [
    'a length beside chunks',
    () => post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}'),
    'Transfer-Encoding',
  ],
  ['a chunk that has no size', () => post('Transfer-Encoding: chunked\r\n\r\nzz\r\n'), 'chunk size'],
  ['a header of 20 KiB', () => post(`X-Long: ${'x'.repeat(20_480)}\r\n\r\n`), 'larger than 16384 bytes'],
  ['a header with a NUL', () => post('X-Nul: \0\r\n\r\n'), 'header value'],
  ['a folded header', () => post('X-Fold: a\r\n b\r\n\r\n'), 'header'],
  ['no Host', () => 'GET /v1/tasks/task_1 HTTP/1.1\r\nConnection: close\r\n\r\n', 'Missing host header'],
  [
    'a coding besides chunks',
    () => post('Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'),
    'Transfer-Encoding must be chunked',
  ],
  [
    'chunks in HTTP/1.0',
    () => post('Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n').replace('HTTP/1.1', 'HTTP/1.0'),
    'needs HTTP/1.1',
  ],
  ['another version of HTTP', () => 'GET / HTTP/3.0\r\n\r\n', 'version'],
  ['HTTP/2 in text', () => get().replace('HTTP/1.1', 'HTTP/2.0'), 'version 1.0 or 1.1 \\(got 2.0\\)'],
  ['the start of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'PRI'],
  ['the start of TLS', () => Buffer.from('16030100a5010000a10303', 'hex'), 'method'],
  ['CONNECT', () => 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n', 'CONNECT is not supported'],
])('ERR-1 %s is refused with the one error body, and the connection ends', async (_, bytes, message) => {
  const [answer, ...others] = await exchangeRaw(url('/'), bytes());
  expectRefusal(answer, message);
  expect(others).toEqual([]);
});

test.each([
  ['http://foreign.example/v1/tasks/task_1', 'localhost'],
  ['https://foreign.example:80/console/', 'localhost'],
  ['http://localhost@foreign.example/healthz', 'localhost'],
  ['http://localhost/v1/tasks/task_1', 'foreign.example'],
])('rejects a request for %s with Host: %s', async (target, host) => {
  const head = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n`;
  const [answer] = await exchangeRaw(url('/'), `${head}Connection: close\r\n\r\n`);
  expect(answer?.status).toBe(400);
  expect(answer?.body).toContain('Host: must be the host of PUBLIC_URL');
});

test('serves a request in absolute form for its own host', async () => {
  const head = `GET http://localhost/v1/credits HTTP/1.1\r\n${HEADERS()}`;
  const [answer] = await exchangeRaw(url('/'), `${head}Connection: close\r\n\r\n`);
  expect(answer?.status).toBe(200);
});

test('rejects an unknown Expect header', async () => {
  const [answer] = await exchangeRaw(url('/'), post('Expect: the unexpected\r\nContent-Length: 0\r\n\r\n'));
  expectRefusal(answer, 'Expect must be 100-continue');
});

test.each([
  ['negative', 'Content-Length: -1'],
  ['larger than it may be', 'Content-Length: 1000000000'],
])('OPEN-14 a body whose length is %s is refused before it is sent', async (_, length) => {
  const [answer] = await exchangeRaw(url('/'), post(`${length}\r\n\r\n`));
  expectRefusal(answer, /Content-Length|larger than 262144 bytes/);
});

test('a body that drips is refused when its time is over; the connection ends, and the next one is served', async () => {
  const socket = openRaw(url('/'));
  const answers = readAnswers(socket);
  socket.write(post(`Content-Length: ${BODY.length}\r\n\r\n`));
  const drip = setInterval(() => socket.write(' '), 50);
  const [answer, ...others] = await answers.finally(() => clearInterval(drip));
  expectRefusal(answer, 'Malformed request: not received within 2 seconds\\.');
  expect(others).toEqual([]);
  const [next] = await exchangeRaw(
    url('/'),
    post(`Connection: close\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`),
  );
  expect(next?.status).toBe(202);
});

test('a connection that sends nothing is closed without a response', async () => {
  expect(await readAnswers(openRaw(url('')))).toEqual([]);
});

test('headers that never end are refused when their time is over', async () => {
  const [answer] = await exchangeRaw(url('/'), 'GET /v1/tasks/task_1 HTTP/1.1\r\nHost: localhost\r\n');
  expectRefusal(answer, 'not received within 2 seconds');
});

test('OPEN-18 rejects an unknown key at once, even if its body arrives slowly', async () => {
  const socket = openRaw(url('/'));
  socket.write('POST /v1/videos/generations HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{');
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(String(first)).toMatch(/^HTTP\/1\.1 401 /);
  // A late body gets no second response.
  expect(await readAnswers(socket)).toEqual([]);
});

test.each([
  ['Expect', 'Expect: 200-ok\r\nContent-Length: 0\r\n\r\n'],
  ['Transfer-Encoding', 'Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
])('ERR-1 a request that follows one with a refused %s is not handled', async (_, head) => {
  const countTasks = async () => (await connection.pool.query('SELECT FROM tasks')).rowCount;
  const before = await countTasks();
  const create = post(`Content-Length: ${BODY.length}\r\n\r\n${BODY}`);
  const answers = await exchangeRaw(url('/'), `${post(head)}${create}`);
  expect(answers.map(({ status }) => status)).toEqual([400]);
  expect((await fetch(url('/v1/tasks'), { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
  expect(await countTasks()).toBe(before);
});

test('garbage behind a whole request is refused after that one has its answer', async () => {
  const answers = await exchangeRaw(url('/'), `${get()}${get()}\0garbage\r\n\r\n`);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 400]);
  expectRefusal(answers[2], 'Malformed request');
});

test('requests that are sent together are answered in their order', async () => {
  const create = post(`Content-Length: ${BODY.length}\r\n\r\n${BODY}`);
  const last = get().replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  const answers = await exchangeRaw(url('/'), `${create}${get()}${create}${last}`);
  expect(answers.map(({ status }) => status)).toEqual([202, 404, 202, 404]);
});

test('a connection that sends many requests ahead of their responses is closed', async () => {
  const count = 2_000;
  const request = 'GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const last = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  // The server may close the connection before the answers are read.
  const answers = await exchangeRaw(url('/'), request.repeat(count - 1) + last).catch(() => []);
  expect(answers.length).toBeLessThan(count);
});

test('a client that leaves in the middle of its body leaves nothing behind', async () => {
  for (let round = 0; round < 20; round += 1) {
    const socket = openRaw(url('/'));
    await once(socket, 'connect');
    socket.write(post('Content-Length: 1000\r\n\r\n{"model"'));
    socket.destroy();
  }
  expect((await fetch(url('/readyz'))).status).toBe(200);
});
