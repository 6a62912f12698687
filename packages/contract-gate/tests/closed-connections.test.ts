import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { listen } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { createDocument, testServer } from './serve.ts';

test('connections that the server closes after each response are no findings', async () => {
  const used = new WeakSet<Socket>();
  const server = createServer((request, response) => {
    // The second request of a connection meets a closed one, as after a short keep-alive timeout.
    if (used.has(request.socket)) return void request.socket.destroy();
    used.add(request.socket);
    request.resume().once('end', () => response.writeHead(204).end());
  });
  await using listening = await listen(server);
  const things = {
    get: { responses: { '204': { description: 'Done.' }, '4XX': { description: 'Wrong.' } } },
  };
  const document = createDocument(
    Object.fromEntries([1, 2, 3, 4, 5, 6].map((one) => [`/things${one}`, things])),
  );
  const { findings } = await testServer(document, new URL(listening.url), { workers: 4, propertyRuns: 1 });
  expect(findings.filter(({ check }) => check === 'response-failed')).toEqual([]);
});
