import { expect, test } from 'vitest';
import { readResponse } from './read-response.ts';

const TARGET = { operation: 'a', method: 'GET', url: 'http://127.0.0.1/' };

function respond(status: number, type: string | undefined, body: string | null) {
  const response = new Response(body, { status });
  response.headers.delete('content-type');
  if (type !== undefined) response.headers.set('content-type', type);
  return response;
}

test.each([
  ['JSON', { 200: 'application/json' }, 'application/json; charset=utf-8', '{"a":1}', { a: 1 }],
  ['JSON of a vendor', { 200: 'application/vnd.api+json' }, 'application/vnd.api+json', '[1]', [1]],
  ['JSON under another name', { 200: 'application/hal+json' }, 'application/json', '[1]', [1]],
  ['JSON without a name', { 200: 'application/json' }, undefined, '[1]', [1]],
  ['JSON in a range', { '2XX': '*/*' }, 'application/json', '[1]', [1]],
  ['text', { 200: 'text/plain' }, 'text/plain', '[1]', '[1]'],
  ['XML', { default: 'application/xml' }, 'application/xml', '<a/>', '<a/>'],
  ['one of several', { 200: ['application/json', 'text/csv'] }, 'text/csv', 'a', 'a'],
])('%s is read as documented', async (...[, documented, type, body, data]) => {
  expect(await readResponse(respond(200, type, body), documented, TARGET)).toMatchObject({ ok: true, data });
});

test.each([
  ['bytes', { 200: 'application/octet-stream' }, 'application/octet-stream'],
  ['JSON lines', { 200: 'application/jsonl' }, 'application/jsonl'],
  ['events', { 200: 'text/event-stream' }, 'text/event-stream'],
  ['a picture in a range', { 200: 'image/*' }, 'image/png'],
])('%s come as a stream', async (_, documented, type) => {
  const { data } = await readResponse(respond(200, type, 'a'), documented, TARGET);
  expect(data).toBeInstanceOf(ReadableStream);
});

test('a response without a body is read where none is documented', async () => {
  expect(await readResponse(respond(204, undefined, null), { 204: '' }, TARGET)).toMatchObject({
    contentType: undefined,
    data: undefined,
  });
});

test.each([
  ['another status', { 200: 'application/json' }, 201, 'application/json', '1'],
  ['another media type', { 200: 'application/json' }, 200, 'text/html', '<html>'],
  ['a missing body', { 200: 'application/json' }, 200, 'application/json', ''],
  ['a body where none is documented', { 204: '', 200: '' }, 200, 'text/plain', 'a'],
  [
    'a success beside the default of failures',
    { 200: '', default: 'application/json' },
    202,
    'application/json',
    '1',
  ],
])('%s is unexpected', async (...[, documented, status, type, body]) => {
  const reading = readResponse(respond(status, type, body), documented, TARGET);
  await expect(reading).rejects.toMatchObject({ code: 'unexpected_response', status });
});

test('JSON where no body is documented is ignored, and HEAD has none', async () => {
  const told = await readResponse(respond(200, 'application/json', '{"ok":true}'), { 200: '' }, TARGET);
  const head = { ...TARGET, method: 'HEAD' };
  const asked = await readResponse(respond(200, 'application/json', null), { 200: 'application/json' }, head);
  expect([told.data, asked.data]).toEqual([undefined, undefined]);
});

test('JSON that is cut off is a lost response', async () => {
  const reading = readResponse(
    respond(200, 'application/json', '{"a":'),
    { 200: 'application/json' },
    TARGET,
  );
  await expect(reading).rejects.toMatchObject({ code: 'network_error' });
});
