import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { checkResponse, type OperationId } from '@keyframe/contract/hono';
import document from '@keyframe/contract/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { ERROR_STATUS } from '../src/api/errors.ts';
import { sharedSecret } from '../src/db/secret.queries.ts';
import { createKey, revokeKey } from '../src/keys/keys.queries.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const { connection, request, url } = useServer();
const { database } = connection;
const CREATE = '/v1/videos/generations';
const BODY = { model: 'video-2-0', input: { prompt: 'a calm sea' } };

interface AnswerBody {
  readonly taskId: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Reads an answer, after checking it against the contract. */
async function read(response: Response, operationId: OperationId) {
  const body = (await response.json()) as AnswerBody;
  const headers = Object.fromEntries(response.headers);
  expect(checkResponse(operationId, { status: response.status, headers, body })).toEqual([]);
  return { status: response.status, code: body.error?.code, message: body.error?.message, body, headers };
}

const create = async (init: Parameters<typeof request>[1]) =>
  read(await request(CREATE, init), 'createVideoGeneration');
const get = async (id: string, key?: string) =>
  read(await request(`/v1/tasks/${id}`, key === undefined ? {} : { key }), 'getTask');

test('the catalogue of errors is the one of the contract', {
  meta: { requirements: ['ERR-1', 'ERR-5', 'END-2', 'END-4'] },
}, () => {
  const { mapping } = document.components.schemas.ErrorDetail.discriminator;
  expect(Object.keys(ERROR_STATUS).sort()).toEqual(Object.keys(mapping).sort());
  const { [CREATE]: create, '/v1/tasks/{id}': get } = document.paths;
  const listErrors = ({ responses }: { responses: object }) =>
    Object.keys(responses).flatMap((status) => (Number(status) >= 400 ? [Number(status)] : []));
  const { not_found: absent, insufficient_credits: poor, ...shared } = ERROR_STATUS;
  const common = Object.values(shared);
  expect(listErrors(create.post).sort()).toEqual([...common, poor].sort());
  expect(listErrors(get.get).sort()).toEqual([...common, absent].sort());
  for (const path of ['/v1/credits', '/v1/models'] as const) {
    expect(listErrors(document.paths[path].get).sort()).toEqual(common.sort());
  }
});

test('a submission is answered at once with 202, the task id, credits and where to look', {
  meta: { requirements: ['PUR-1', 'PUR-5', 'END-1', 'END-3', 'RES-1', 'RES-30', 'VER-1', 'OPEN-1'] },
}, async () => {
  const { key } = await givenOwner(connection, { mode: 'test' });
  const { status, body, headers } = await create({ key, json: BODY });
  expect(status).toBe(202);
  expect(body).toEqual({ taskId: expect.stringMatching(/^task_/), credits: 50 });
  expect(headers).toMatchObject({ location: `/v1/tasks/${body.taskId}`, 'retry-after': '1' });
  expect(headers['content-type']).toBe('application/json');
  expect(await get(body.taskId, key)).toMatchObject({ status: 200, body: { id: body.taskId, credits: 50 } });
});

test.each([
  ['no Authorization', {}],
  ['another scheme', { authorization: 'Basic sk_test_x' }],
  ['no key of ours', { authorization: 'Bearer hello' }],
  ['an unknown key', { authorization: `Bearer sk_live_${'a'.repeat(32)}` }],
])('AUT-3 %s is 401 before the body is looked at', async (_, headers) => {
  const answer = await create({ json: { wrong: true }, headers });
  expect(answer).toMatchObject({ status: 401, code: 'invalid_api_key' });
});

test('AUT-3 a revoked key is refused at once', async () => {
  const { key, keyId } = await givenOwner(connection);
  await revokeKey(database, keyId);
  expect(await create({ key, json: BODY })).toMatchObject({ status: 401, code: 'invalid_api_key' });
});

test('refuses a key without the scope with 403 for any request', {
  meta: { requirements: ['AUT-4', 'OPEN-9', 'OPEN-18'] },
}, async () => {
  const { ownerId, key } = await givenOwner(connection, { mode: 'test' });
  const secret = await sharedSecret(database, 'key-hash');
  const readOnly = await createKey(database, { ownerId, mode: 'test', scopes: ['tasks:read'], secret });
  const writeOnly = await createKey(database, { ownerId, mode: 'test', scopes: ['videos:create'], secret });
  expect(await create({ key: readOnly.key, json: {} })).toMatchObject({ status: 403, code: 'forbidden' });
  const { body } = await create({ key: writeOnly.key, json: BODY });
  expect(await get(body.taskId, writeOnly.key)).toMatchObject({ status: 403, code: 'forbidden' });
  expect(await get(body.taskId, readOnly.key)).toMatchObject({ status: 200 });
  expect(await get(body.taskId, key)).toMatchObject({ status: 200 });
});

test('AUT-5 OPEN-22 a task is seen by every key of its owner, live and test, and by nobody else', async () => {
  const { ownerId, key } = await givenOwner(connection, { mode: 'test' });
  const secret = await sharedSecret(database, 'key-hash');
  const live = await createKey(database, { ownerId, mode: 'live', scopes: ['tasks:read'], secret });
  const otherOwner = await givenOwner(connection);
  const { body } = await create({ key, json: BODY });
  expect(await get(body.taskId, live.key)).toMatchObject({ status: 200 });
  expect(await get(body.taskId, otherOwner.key)).toMatchObject({ status: 404, code: 'not_found' });
  expect(await get('task_%00', key)).toMatchObject({ status: 404, code: 'not_found' });
  expect(await get('task_unknown', key)).toMatchObject({ status: 404, code: 'not_found' });
});

test.each([
  [
    'another content type',
    { body: JSON.stringify(BODY), headers: { 'content-type': 'text/plain' } },
    'Content-Type: must be application/json (got text/plain)',
  ],
  [
    'another charset',
    {
      body: JSON.stringify(BODY),
      headers: { 'content-type': 'application/json; version=1; Charset="ISO-8859-1"' },
    },
    'Content-Type: must be application/json; charset=utf-8 (got application/json; version=1; Charset="ISO-8859-1")',
  ],
  [
    'a coded body',
    {
      body: JSON.stringify(BODY),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    },
    'Content-Encoding: must be identity (got gzip)',
  ],
  [
    'no JSON',
    { body: '{"model":', headers: { 'content-type': 'application/json' } },
    'body: must be valid JSON',
  ],
  ['more than 256 KiB', { json: { ...BODY, more: 'x'.repeat(262_144) } }, 'larger than 262144 bytes'],
  ['an empty body', { body: '', headers: { 'content-type': 'application/json' } }, 'body: is required'],
  [
    'a wrong duration',
    { json: { model: 'video-2-0', input: { prompt: 'a', duration: 3 } } },
    'input.duration: must be between 4 and 15 (got 3)',
  ],
  [
    'a number that is too large for JSON',
    {
      body: '{"model":"video-2-0","input":{"prompt":"a","duration":1e400}}',
      headers: { 'content-type': 'application/json' },
    },
    'input.duration: must be between 4 and 15 (got Infinity)',
  ],
])('RES-2 OPEN-14 %s is invalid_request and says why', async (_, init, message) => {
  const { key } = await givenOwner(connection);
  const answer = await create({ method: 'POST', key, ...init });
  expect(answer).toMatchObject({
    status: 400,
    code: 'invalid_request',
    message: expect.stringContaining(message),
  });
});

test.each(['application/json;charset=utf-8', 'Application/JSON; charset="UTF-8"'])(
  'RES-2 %s is accepted',
  async (contentType) => {
    const { key } = await givenOwner(connection, { mode: 'test' });
    expect(await create({ key, json: BODY, headers: { 'content-type': contentType } })).toMatchObject({
      status: 202,
    });
  },
);

test('OPEN-14 a body without a length is counted as it arrives', async () => {
  const { key } = await givenOwner(connection, { mode: 'test' });
  const stream = (text: string) => new Blob([text]).stream();
  const chunked = (text: string) =>
    create({
      method: 'POST',
      key,
      body: stream(text),
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    });
  expect(await chunked(JSON.stringify(BODY))).toMatchObject({ status: 202 });
  const tooLong = JSON.stringify({ ...BODY, more: 'x'.repeat(262_144) });
  expect(await chunked(tooLong)).toMatchObject({
    status: 400,
    message: expect.stringContaining('larger than'),
  });
});

test('RES-24 at most 12 materials over all kinds', async () => {
  const { key } = await givenOwner(connection, { mode: 'test' });
  const urls = (count: number) =>
    Array.from({ length: count }, (_, index) => `https://media.example.com/${index}`);
  const input = {
    prompt: 'a',
    generation_type: 'reference-to-video',
    image_urls: urls(9),
    video_urls: urls(2),
  };
  const json = { model: 'video-2-0', input: { ...input, audio_urls: urls(2) } };
  expect((await create({ key, json })).message).toContain('must contain at most 12 URLs');
  expect(await create({ key, json: { ...json, input: { ...input, audio_urls: urls(1) } } })).toMatchObject({
    status: 202,
  });
});

test('EVT-7 RES-4 private addresses are refused at submission, for callbacks and references, all named at once', async () => {
  const { key } = await givenOwner(connection);
  const input = { prompt: 'a', generation_type: 'image-to-video', image_urls: ['http://10.0.0.1/a.png'] };
  const { status, message } = await create({
    key,
    json: { model: 'video-2-0', callback_url: 'https://[::1]/', input },
  });
  expect(status).toBe(400);
  expect(message).toMatch(/^callback_url: .*; input\.image_urls\.0: /);
});

test('RES-19 RES-21 references that a mode ignores cost nothing and are not looked at', async () => {
  const { key } = await givenOwner(connection, { mode: 'test' });
  const ignored = { video_urls: ['http://127.0.0.1/a.mp4'], audio_urls: ['http://127.0.0.1/a.mp3'] };
  const text = { prompt: 'a', image_urls: ['http://127.0.0.1/a.png'], ...ignored };
  const image = {
    prompt: 'a',
    generation_type: 'image-to-video',
    image_urls: ['https://a.example.com/a.png'],
    ...ignored,
  };
  for (const input of [text, image]) {
    expect(await create({ key, json: { model: 'video-2-0', input } })).toMatchObject({
      status: 202,
      body: { credits: 50 },
    });
  }
});

test('ERR-2 STA-4 without credits: 402 with what is required and what is available', async () => {
  const { key } = await givenOwner(connection, { credits: 49 });
  const { status, body } = await create({ key, json: BODY });
  expect(status).toBe(402);
  expect(body.error).toMatchObject({ code: 'insufficient_credits', required: 50, available: 49 });
});

test('OPEN-23 the same Idempotency-Key answers the first task again, another body is refused', async () => {
  const { key } = await givenOwner(connection, { mode: 'test' });
  const headers = { 'idempotency-key': 'order-1' };
  const first = await create({ key, json: BODY, headers });
  const again = await create({ key, json: BODY, headers });
  expect(again).toMatchObject({ status: 202, body: first.body });
  expect([first, again].map((answer) => answer.headers['idempotent-replayed'])).toEqual([undefined, 'true']);
  const other = { ...BODY, model: 'video-2-0-mini' };
  const refused = await create({ key, json: other, headers });
  expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('Idempotency-Key') });
  const invalid = await create({ key, json: BODY, headers: { 'idempotency-key': 'x'.repeat(256) } });
  expect(invalid).toMatchObject({ status: 400, message: expect.stringContaining('Idempotency-Key') });
});

test('OPEN-24 an unknown path is 404, an unknown method 405 with Allow, both with the one error body', async () => {
  const unknown = await request('/v1/nothing');
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toMatchObject({ error: { code: 'not_found' } });
  const wrong = await request('/v1/tasks/task_1', { method: 'DELETE' });
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get('allow')).toBe('GET');
  expect(await wrong.json()).toMatchObject({ error: { code: 'invalid_request' } });
});

test.each([
  ['an invalid Host', 'GET /v1/tasks/task_1 HTTP/1.1', 'a b'],
  ['OPTIONS *', 'OPTIONS * HTTP/1.1', 'localhost'],
])('ERR-1 %s is 400 with the one error body', async (_, requestLine, host) => {
  const { hostname, port } = new URL(url('/'));
  const socket = connect(Number(port), hostname);
  socket.end(`${requestLine}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 .*\r\ncontent-type: application\/json/is);
  expect(JSON.parse(body)).toEqual({
    error: { code: 'invalid_request', message: expect.stringMatching(/^Malformed request: \w/) },
  });
});

test('OPEN-16 unknown fields are ignored', async () => {
  const { key } = await givenOwner(connection, { mode: 'test' });
  const json = { ...BODY, extra: 1, input: { ...BODY.input, mood: 'calm' } };
  expect(await create({ key, json })).toMatchObject({ status: 202 });
});

const IMAGES = ['https://media.example.com/1.png'];

test.each([
  ['text-to-video', {}],
  ['image-to-video', { image_urls: IMAGES }],
  ['reference-to-video', { image_urls: IMAGES }],
])(
  '%s is accepted with each model, and with web search',
  { meta: { requirements: ['PUR-4', 'RES-7', 'RES-16'] } },
  async (generation_type, rest) => {
    const { key } = await givenOwner(connection, { mode: 'test' });
    for (const model of ['video-2-0', 'video-2-0-fast', 'video-2-0-mini']) {
      const json = { model, input: { prompt: 'a', generation_type, web_search: true, ...rest } };
      expect(await create({ key, json })).toMatchObject({ status: 202 });
    }
  },
);

test('AUT-2 OPEN-22 a test key spends the test balance, and a live key the live one', async () => {
  const { ownerId, key } = await givenOwner(connection, { mode: 'test', credits: 50 });
  const secret = await sharedSecret(database, 'key-hash');
  const live = await createKey(database, { ownerId, mode: 'live', scopes: ['videos:create'], secret });
  expect(live.key).toMatch(/^sk_live_/);
  expect(key).toMatch(/^sk_test_/);
  expect(await create({ key: live.key, json: BODY })).toMatchObject({ status: 402 });
  expect(await create({ key, json: BODY })).toMatchObject({ status: 202 });
});

test('a key is stored as a keyed hash: no column holds it', async () => {
  const { key, keyId } = await givenOwner(connection);
  const { rows } = await connection.pool.query<{ row: string }>(
    "SELECT k::text || encode(k.hash, 'escape') AS row FROM api_keys AS k WHERE id = $1",
    [keyId],
  );
  expect(rows[0]?.row).toContain(keyId);
  expect(rows[0]?.row).not.toContain(key.slice(8, 36));
});

test.each(['40P01', '40001'])(
  'ERR-3 OPEN-12 a request alone that PostgreSQL gives up with %s says when to ask again',
  async (code) => {
    const { key, keyId } = await givenOwner(connection, { mode: 'test' });
    const name = `collision_${code.toLowerCase()}`;
    await connection.pool.query(`
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'in the way' USING ERRCODE = '${code}'; END $$;
    CREATE TRIGGER ${name} BEFORE INSERT ON rate_windows FOR EACH ROW
      WHEN (NEW.bucket LIKE '%${keyId}') EXECUTE FUNCTION ${name}()`);
    const { status, headers, body } = await create({ key, json: BODY });
    expect([status, headers['retry-after'], body.error]).toEqual([
      500,
      '1',
      {
        code: 'internal_error',
        message: 'The request conflicted with concurrent requests. Retry after 1 second.',
        retry_after: 1,
      },
    ]);
  },
);
