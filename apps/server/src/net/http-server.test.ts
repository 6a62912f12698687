import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually, listen, startChild } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { openRaw, readAnswers } from '../../tests/support/raw-connection.ts';
import { createHttpServer } from './http-server.ts';
import { createTurns } from './request-turns.ts';

const HEAD = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Writes what is malformed as the body. */
const writeProblem = (reason: string) => `Malformed: ${reason}.`;

function start(listener: RequestListener) {
  const options = { requestTimeoutMs: 30_000, takeTurn: createTurns(), writeProblem };
  return listen(createHttpServer(listener, options));
}

test('a body in small chunks is read', async () => {
  let length = 0;
  await using server = await start(async (request, response) => {
    length = (await text(request)).length;
    response.end();
  });
  const socket = openRaw(`http://127.0.0.1:${server.port}`);
  socket.end(`${HEAD}${`40\r\n${'x'.repeat(64)}\r\n`.repeat(4_096)}${'1\r\nx\r\n'.repeat(900)}0\r\n\r\n`);
  expect((await readAnswers(socket)).map(({ status }) => status)).toEqual([200]);
  expect(length).toBe(4_096 * 64 + 900);
});

const LIMIT = 'more than 1000 pieces of fewer than 64 bytes';

test.each([
  {
    what: 'is not answered',
    listener: () => {},
    status: 400,
    text: `Malformed: its body arrived in ${LIMIT}.`,
  },
  {
    what: 'is answered already',
    listener: (_, response) => response.writeHead(401).end('refused'),
    status: 401,
    text: 'refused',
  },
] satisfies { what: string; listener: RequestListener; status: number; text: string }[])(
  'a body of many small chunks, whose request $what, is read no further, and its connection ends',
  async ({ listener, status, text: expected }) => {
    await using server = await start(listener);
    const socket = openRaw(`http://127.0.0.1:${server.port}`);
    socket.on('error', () => {});
    const chunks = '1\r\nx\r\n'.repeat(10_000);
    const send = () => {
      while (socket.writable && socket.write(chunks));
    };
    socket.on('drain', send);
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    socket.write(HEAD);
    send();
    await new Promise((resolve) => socket.once('close', resolve));
    // The kernel stores some of what nobody reads.
    expect(socket.bytesWritten).toBeLessThan(32_000_000);
    expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual([`HTTP/1.1 ${status}`]);
    expect(answer).toContain(expected);
  },
);

test.each([
  ['a malformed chunk', `${HEAD}zz\r\n`],
  ['a body of many small chunks', HEAD + '1\r\nx\r\n'.repeat(2_000)],
  ['CONNECT', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n'],
  ['an unknown Expect header', 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: x\r\n\r\n'],
  ['garbage', 'garbage\r\n\r\n'],
])('%s is refused after the response to the request before it', async (_, bytes) => {
  await using server = await start(({ method }, response) => {
    if (method === 'GET') setImmediate(() => response.end('done'));
  });
  const socket = openRaw(`http://127.0.0.1:${server.port}`);
  socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\n\r\n${bytes}`);
  const answers = await readAnswers(socket);
  expect(answers.map(({ status, body }) => [status, body.slice(0, 9)])).toEqual([
    [200, 'done'],
    [400, 'Malformed'],
  ]);
});

test('bodies of a client that end together do not all end before that of another client', async () => {
  const order: string[] = [];
  let count = 0;
  await using server = await start(async (request, response) => {
    count += 1;
    await text(request);
    order.push(String(request.headers.authorization));
    const endsMs = performance.now() + 2;
    while (performance.now() < endsMs);
    response.end();
  });
  const open = (client: string) => {
    const socket = openRaw(server.url);
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nAuthorization: ${client}\r\nContent-Length: 2\r\n\r\n1`);
    return socket;
  };
  const clients = [...Array.from({ length: 50 }, () => 'many'), 'other'];
  const sockets = clients.map(open);
  await eventually('all requests have arrived', () => count === clients.length);
  const answered = sockets.map((socket) => once(socket, 'data'));
  for (const socket of sockets) socket.write('2');
  await Promise.all(answered);
  expect(order).toHaveLength(clients.length);
  expect(order.indexOf('other')).toBeLessThan(10);
});

/** Opens a file for each request. */
const SERVER = `
  import { openSync } from 'node:fs';
  import { createHttpServer } from '${import.meta.dirname}/http-server.ts';
  import { createTurns } from '${import.meta.dirname}/request-turns.ts';
  const answer = (_request, response) => {
    openSync('/dev/null');
    response.end('opened');
  };
  const writeProblem = (reason) => reason;
  const server = createHttpServer(answer, { requestTimeoutMs: 30_000, takeTurn: createTurns(), writeProblem });
  server.listen(0, '127.0.0.1', () => console.log('port', server.address().port));
`;

test('clients that open more connections than the process can have leave it descriptors for other uses', async () => {
  await using child = startChild({
    node: 'sh',
    args: ['-c', 'ulimit -n 200 && exec "$0" --input-type=module --eval "$1"', process.execPath, SERVER],
  });
  const [, port] = await child.waitForOutput(/port (\d+)/);
  const url = `http://127.0.0.1:${port}`;
  const first = openRaw(url);
  await once(first, 'connect');
  const others = Array.from({ length: 300 }, () => openRaw(url).on('error', () => {}));
  try {
    const refused = Promise.race(others.map((socket) => once(socket.resume(), 'close')));
    await refused;
    first.end('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect((await readAnswers(first)).map(({ body }) => body)).toEqual(['opened']);
  } finally {
    for (const socket of others) socket.destroy();
  }
});

test('an idle connection does not hold its last response in memory', async () => {
  const responses: WeakRef<ServerResponse>[] = [];
  await using server = await start((_request, response) => {
    responses.push(new WeakRef(response));
    response.end();
  });
  const agent = new Agent({ keepAlive: true });
  const answer = await new Promise<IncomingMessage>((resolve) => {
    get({ port: server.port, agent }, resolve);
  });
  await text(answer);
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const isForgotten = () => {
    collectGarbage();
    return responses[0]?.deref() === undefined;
  };
  await eventually('the response is forgotten', isForgotten);
  agent.destroy();
  expect(responses).toHaveLength(1);
});
