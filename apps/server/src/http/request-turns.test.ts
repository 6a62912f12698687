import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { takeRequestTurns } from './request-turns.ts';

const nextTurn = () => new Promise(setImmediate);

/** Sends requests of clients, each of which takes some milliseconds of a clock. */
function given(takesMs: number) {
  let nowMs = 0;
  const begun: string[] = [];
  const listener = takeRequestTurns(
    ({ headers }) => {
      begun.push(String(headers['x-name']));
      nowMs += takesMs;
    },
    () => nowMs,
  );
  const send = (name: string, headers: Record<string, string> = { authorization: name.slice(0, 1) }) => {
    const request = Object.assign(new IncomingMessage(new Socket()), {
      url: '/',
      headers: { ...headers, 'x-name': name },
    });
    const response = new ServerResponse(request);
    listener(request, response);
    return response;
  };
  return { begun, send };
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
