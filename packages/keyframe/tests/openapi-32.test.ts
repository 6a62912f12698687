import { expect, test } from 'vitest';
import { callAll, importClient, RESULTS, startMock, startServer } from './one-document.ts';

test('a document of OpenAPI 3.2 passes through server, client and mock', async () => {
  const api = await importClient();
  await using server = await startServer();
  expect(await callAll(api, server.url)).toEqual(RESULTS);
  await using mock = await startMock();
  const { events, lines } = await callAll(api, mock.url);
  const task = { id: expect.any(Number), status: expect.stringMatching(/^(?:queued|done)$/) };
  expect(events[0]).toMatchObject(task);
  expect(lines[0]).toMatchObject(task);
});
