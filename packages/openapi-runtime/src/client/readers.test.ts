import { expect, test } from 'vitest';
import { clientErrors } from './client-errors.ts';
import { SYSTEM_CLOCK } from './clock.ts';
import { startDeadline } from './deadline.ts';
import type { OperationDefinition } from './operation-definition.ts';
import { readAny } from './read-any.ts';
import { readJson } from './read-json.ts';

// By status, as a document has them.
type ByStatus = Readonly<Record<string, string | readonly string[]>>;

function byType(documented: ByStatus): OperationDefinition['responses'] {
  const types = [...new Set(Object.values(documented).flat())];
  const listStatuses = (type: string) =>
    Object.keys(documented).filter((status) => [documented[status]].flat().includes(type));
  return Object.fromEntries(
    types.map((type) => [
      type,
      listStatuses(type).map((status) => (/^\d+$/.test(status) ? Number(status) : status)),
    ]),
  );
}

function createReading(documented: ByStatus) {
  const target = { operation: 'a', method: 'GET', url: 'http://127.0.0.1/' };
  const deadline = startDeadline({ clock: SYSTEM_CLOCK, ms: Infinity, reason: () => undefined });
  const definition = { responses: byType(documented) };
  return { definition, parse: JSON.parse, target, errors: clientErrors, deadline };
}

// Both readers must give the same result for each media type that both support.
const READERS = [
  ['readAny', readAny],
  ['readJson', readJson],
] as const;

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
  ['XML', { '2XX': 'application/xml' }, 'application/xml', '<a/>', '<a/>'],
  ['one of several', { 200: ['application/json', 'text/csv'] }, 'text/csv', 'a', 'a'],
  ['text without a documented type', { 200: '' }, 'text/plain', 'a', 'a'],
])('%s is read as documented', async (...[, documented, type, body, data]) => {
  expect(await readAny(respond(200, type, body), createReading(documented))).toMatchObject({
    ok: true,
    data,
  });
});

test.each([
  ['bytes', { 200: 'application/octet-stream' }, 'application/octet-stream'],
  ['JSON lines', { 200: 'application/jsonl' }, 'application/jsonl'],
  ['events', { 200: 'text/event-stream' }, 'text/event-stream'],
  ['a picture in a range', { 200: 'image/*' }, 'image/png'],
  ['bytes without a documented type', { 200: '' }, 'application/octet-stream'],
])('%s come as a stream', async (_, documented, type) => {
  const { data } = await readAny(respond(200, type, 'a'), createReading(documented));
  expect(data).toBeInstanceOf(ReadableStream);
});

const JSON_CASES: [string, ByStatus, number, string | undefined, string | null, object][] = [
  [
    'JSON',
    { 200: 'application/json' },
    200,
    'application/json; charset=utf-8',
    '{"a":1}',
    { data: { a: 1 } },
  ],
  [
    'JSON of a vendor',
    { 200: 'application/vnd.api+json' },
    200,
    'application/vnd.api+json',
    '[1]',
    { data: [1] },
  ],
  ['JSON under another name', { 200: 'application/hal+json' }, 200, 'application/json', '[1]', { data: [1] }],
  ['JSON without a name', { 200: 'application/json' }, 200, undefined, '[1]', { data: [1] }],
  ['false', { 200: 'application/json' }, 200, 'application/json', 'false', { data: false }],
  [
    'the default',
    { default: 'application/problem+json' },
    500,
    'application/problem+json',
    '[1]',
    { ok: false },
  ],
  ['no body', { 204: '' }, 204, undefined, null, { contentType: undefined, data: undefined }],
  ['JSON where none is documented', { 200: '' }, 200, 'application/json', '[1]', { data: [1] }],
  ['nothing where none is documented', { 200: '' }, 200, 'application/json', '', { data: undefined }],
  ['a success under the default', { 200: '', default: 'a/json' }, 203, 'a/json', '1', { ok: true, data: 1 }],
  [
    'one of two types',
    { 200: ['application/json', 'application/hal+json'] },
    200,
    'application/hal+json; profile=a',
    '1',
    { contentType: 'application/hal+json', data: 1 },
  ],
  [
    'a type whose name starts with another one',
    { 200: ['application/json', 'application/json+a+json'] },
    200,
    'application/json+a+json',
    '1',
    { contentType: 'application/json+a+json' },
  ],
  [
    'one of two versions',
    { 200: ['application/json;v=1', 'application/json;v=2'] },
    200,
    'Application/JSON; v=2',
    '1',
    { contentType: 'application/json;v=2' },
  ],
];

test.each(READERS.flatMap((reader) => JSON_CASES.map((one) => [...reader, ...one] as const)))(
  '%s (%o) reads %s',
  async (...[, read, , documented, status, type, body, expected]) => {
    expect(await read(respond(status, type, body), createReading(documented))).toMatchObject(expected);
  },
);

const UNEXPECTED: [string, ByStatus, number, string | undefined, string][] = [
  ['another status', { 200: 'application/json' }, 201, 'application/json', '1'],
  ['another media type', { 200: 'application/json' }, 200, 'text/html', '<html>'],
  ['a missing body', { 200: 'application/json' }, 200, 'application/json', ''],
  ['a missing body without a type', { 200: 'application/json' }, 200, undefined, ''],
];

test.each(READERS.flatMap((reader) => UNEXPECTED.map((one) => [...reader, ...one] as const)))(
  '%s (%o) finds %s unexpected',
  async (...[, read, , documented, status, type, body]) => {
    const reading = read(respond(status, type, body), createReading(documented));
    await expect(reading).rejects.toMatchObject({ code: 'unexpected_response', status });
  },
);

test.each(READERS)(
  '%s rejects truncated JSON, which an attempt treats as a lost response',
  async (_, read) => {
    const reading = read(
      respond(200, 'application/json', '{"a":'),
      createReading({ 200: 'application/json' }),
    );
    await expect(reading).rejects.toBeInstanceOf(SyntaxError);
  },
);
