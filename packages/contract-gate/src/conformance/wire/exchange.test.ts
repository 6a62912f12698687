import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { expect, test } from 'vitest';
import { exchange } from './exchange.ts';

async function requestOpenResponse(contentType: string) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': contentType }).write('data: 1\n\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const pool = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    return await exchange(pool, { method: 'GET', path: '/' }, { timeoutMs: 2_000, mostBytes: 100 });
  } finally {
    await pool.destroy();
    server.closeAllConnections();
    server.close();
  }
}

test('an event stream that stays open is read until the time is over', async () => {
  const { status, body } = await requestOpenResponse('text/event-stream; charset=utf-8');
  expect({ status, body: body.toString() }).toEqual({ status: 200, body: 'data: 1\n\n' });
});

test('every other response has to end in time', async () => {
  await expect(requestOpenResponse('application/jsonl')).rejects.toThrow('no whole response within 2000 ms');
});
