import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createTurns, takeRequestTurns } from './request-turns.ts';

const nextTurn = () => new Promise(setImmediate);

/** Sends requests of clients, each of which takes some milliseconds of a clock, over connections of their own. */
function given(takesMs: number, work: (take: () => void) => void = (take) => take()) {
  let nowMs = 0;
  const begun: string[] = [];
  const listener = takeRequestTurns(
    ({ headers }) => {
      begun.push(String(headers['x-name']));
      work(() => {
        nowMs += takesMs;
      });
    },
    createTurns(() => nowMs),
  );
  const receive = (name: string, socket: Socket, headers: Record<string, string>) => {
    const request = Object.assign(new IncomingMessage(socket), {
      url: '/',
      headers: { ...headers, 'x-name': name },
    });
    return { request, response: new ServerResponse(request) };
  };
  const send = (name: string, headers: Record<string, string> = { authorization: name.slice(0, 1) }) => {
    const socket = new Socket();
    const { request, response } = receive(name, socket, headers);
    response.assignSocket(socket);
    listener(request, response);
    return response;
  };
  /** Sends a request before the response to an earlier one of its connection; Node has not assigned the connection to it. */
  const sendAhead = (name: string, socket: Socket) => {
    const { request, response } = receive(name, socket, {});
    listener(request, response);
    return response;
  };
  return { begun, send, sendAhead };
}

test('requests begin at once while a turn of the event loop has time for them', async () => {
  const { begun, send } = given(2);
  for (const name of ['a1', 'a2', 'a3', 'a4']) send(name);
  expect(begun).toEqual(['a1', 'a2', 'a3']);
  await nextTurn();
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4']);
  await nextTurn();
  send('a5');
  expect(begun).toContain('a5');
});

test('clients whose requests wait take turns, and each turn of the event loop has its slice', async () => {
  const { begun, send } = given(3);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'b2']) send(name);
  expect(begun).toEqual(['a1', 'a2']);
  await nextTurn();
  expect(begun.slice(2)).toEqual(['a3', 'b1']);
  // A later request does not overtake those that wait.
  send('d1');
  await nextTurn();
  expect(begun.slice(4)).toEqual(['c1', 'a4']);
  await nextTurn();
  expect(begun.slice(6)).toEqual(['b2', 'd1']);
  await nextTurn();
  expect(begun.slice(8)).toEqual(['a5']);
});

test.each([
  ['ticks', (take: () => void) => process.nextTick(process.nextTick, take)],
  ['promises', (take: () => void) => queueMicrotask(() => queueMicrotask(take))],
])('the time that requests take in %s counts as well', async (_, work) => {
  const { begun, send } = given(3, work);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) {
    send(name);
    await Promise.resolve().then(() => new Promise(process.nextTick));
  }
  expect(begun).toEqual(['a1', 'a2']);
  await nextTurn();
  expect(begun.slice(2)).toEqual(['a3', 'a4']);
  await nextTurn();
  expect(begun.slice(4)).toEqual(['a5', 'a6']);
});

test('requests without credentials take turns by their address', async () => {
  const { begun, send } = given(10);
  for (const name of ['a1', 'a2', 'a3']) send(name, {});
  send('s1', { cookie: 's' });
  for (let count = 0; count < 3; count += 1) await nextTurn();
  expect(begun).toEqual(['a1', 'a2', 's1', 'a3']);
});

test('a request whose client is gone does not begin', async () => {
  const { begun, send } = given(10);
  send('a1');
  send('a2').destroy();
  send('a3');
  await nextTurn();
  await nextTurn();
  expect(begun).toEqual(['a1', 'a3']);
});

test('a request that is sent ahead begins after the response to the one before it', () => {
  const { begun, send, sendAhead } = given(0);
  const first = send('a1');
  const { socket } = first;
  if (socket === null) throw new Error('unreachable');
  const second = sendAhead('a2', socket);
  send('b1');
  expect(begun).toEqual(['a1', 'b1']);
  first.detachSocket(socket);
  second.assignSocket(socket);
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});

test('a connection that sends too many requests ahead is closed', () => {
  const { begun, sendAhead } = given(0);
  const socket = new Socket();
  for (let count = 0; count < 16; count += 1) sendAhead('a', socket);
  expect(socket.destroyed).toBe(false);
  sendAhead('a', socket);
  expect(socket.destroyed).toBe(true);
  expect(begun).toEqual([]);
});
