// Every message that a client of the HTTP API may receive, in one file to read.
import document from '@keyframe/contract/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import {
  type ApiError,
  conflicted,
  internalError,
  refusedSubmission,
  unavailable,
} from '../src/api/errors.ts';
import { sharedSecret } from '../src/db/secret.queries.ts';
import { createKey } from '../src/keys/keys.queries.ts';
import { givenOwner } from './support/database.ts';
import { exchangeRaw } from './support/raw-connection.ts';
import { useServer } from './support/server.ts';
import { givenTask } from './support/task.ts';

const { connection, request, url } = useServer(async () => ({
  RATE_CREATE: '60',
  RATE_STATUS: '600',
  RATE_POLL: '6',
}));
const CREATE = '/v1/videos/generations';
const JSON_TYPE = { 'content-type': 'application/json' };
const FILE = 'https://media.example.com/1';
const ORDER = { 'idempotency-key': 'order-1' };
/** Each body is another one. */
let nextSeed = 0;

type Sent = Promise<{ status: number; message: string; param?: string | undefined }>;
type SendWithKey = (key: string) => Promise<Response>;

async function read(answer: Response): Sent {
  const { error } = (await answer.json()) as { error: { message: string; param?: string } };
  return { status: answer.status, message: error.message, param: error.param };
}

async function post(init: Parameters<typeof request>[1]): Sent {
  const { key } = await givenOwner(connection, { mode: 'test' });
  return read(await request(CREATE, { method: 'POST', key, ...init }));
}

const body = (text: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_TYPE) =>
  post({ body: text, headers });
const video = (input: object, rest = {}) => ({
  model: 'video-2-0',
  input: { prompt: 'a', ...input },
  ...rest,
});
const prompt = (escaped: string) => body(`{"model":"video-2-0","input":{"prompt":"${escaped}"}}`);
const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
const urls = (count: number) => Array.from({ length: count }, (_, index) => `${FILE}?${index}`);

type Row = [requirement: string, what: string, send: () => Sent, status: number, message: string];

const ROWS: Row[] = [
  // Authentication
  [
    'AUT-3',
    'no key',
    async () => read(await request('/v1/tasks/task_1')),
    401,
    'The API key is missing, invalid, expired or revoked. Send "Authorization: Bearer <API_KEY>".',
  ],
  [
    'AUT-4',
    'a key without the scope to submit',
    () => withScope('tasks:read', (key) => request(CREATE, { key, json: {} })),
    403,
    'The API key lacks the scope videos:create.',
  ],
  [
    'AUT-4',
    'a key without the scope to read',
    () => withScope('videos:create', (key) => request('/v1/tasks/task_1', { key })),
    403,
    'The API key lacks the scope tasks:read.',
  ],

  // Body
  [
    'RES-2',
    'another media type',
    () => body('{}', { 'content-type': 'text/plain' }),
    400,
    'Content-Type: must be application/json (got text/plain)',
  ],
  [
    'RES-2',
    'no media type',
    () => post({ body: new Uint8Array([123, 125]) }),
    400,
    'Content-Type: must be application/json (got none)',
  ],
  [
    'RES-2',
    'another charset',
    () => body('{}', { 'content-type': 'application/json; charset=latin1' }),
    400,
    'Content-Type: must be application/json; charset=utf-8 (got application/json; charset=latin1)',
  ],
  ['ERR-1', 'no body', () => body(''), 400, 'body: is required'],
  [
    'PUR-5',
    'no JSON',
    () => body('{"model":'),
    400,
    'body: must be valid JSON (Unexpected end of JSON input)',
  ],
  ['ERR-1', 'no UTF-8', () => body(Buffer.from([0x22, 0xff, 0x22])), 400, 'body: must be valid UTF-8'],
  ['ERR-1', 'no object', () => body('[]'), 400, 'body: must be an object (got an array)'],
  [
    'OPEN-14',
    'a large body',
    () => body(`"${'x'.repeat(262_143)}"`),
    400,
    'body: must not be larger than 262144 bytes',
  ],
  ['ERR-1', '65 levels', () => body(nested(64)), 400, 'body: must not be nested deeper than 64 levels'],
  [
    'ERR-1',
    '1,001 members',
    () => body(`{"input":{"image_urls":[${Array(1001).fill(1)}]}}`),
    400,
    'input.image_urls: must not contain more than 1000 members',
  ],
  [
    'ERR-1',
    'duplicate keys',
    () => body('{"model":1,"model":2,"input":{"seed":1,"seed":2}}'),
    400,
    'model: duplicate key; input.seed: duplicate key',
  ],

  // Fields
  ['RES-3', 'nothing', () => post({ json: {} }), 400, 'model: is required; input: is required'],
  [
    'RES-3',
    'an unknown model',
    () => post({ json: video({}, { model: 'gpt' }) }),
    400,
    'model: must be one of video-2-0, video-2-0-fast, video-2-0-mini (got "gpt")',
  ],
  [
    'RES-5',
    'an input that is no object',
    () => post({ json: { model: 'video-2-0', input: [] } }),
    400,
    'input: must be an object (got an array)',
  ],
  [
    'RES-6',
    'no prompt',
    () => post({ json: { model: 'video-2-0', input: {} } }),
    400,
    'input.prompt: is required',
  ],
  [
    'RES-6',
    'an empty prompt',
    () => post({ json: video({ prompt: '' }) }),
    400,
    'input.prompt: must contain at least 1 character (got 0)',
  ],
  [
    'RES-6',
    'a prompt that is no text',
    () => post({ json: video({ prompt: ['a'] }) }),
    400,
    'input.prompt: must be a string (got an array)',
  ],
  ['RES-6', 'a NUL', () => prompt('a\\u0000'), 400, 'input.prompt: must not contain a NUL character'],
  [
    'RES-6',
    'half a surrogate pair',
    () => prompt('a\\ud83d'),
    400,
    'input.prompt: must not contain an unpaired surrogate',
  ],
  [
    'RES-7',
    'an unknown mode',
    () => post({ json: video({ generation_type: 'x' }) }),
    400,
    'input.generation_type: must be one of text-to-video, image-to-video, reference-to-video (got "x")',
  ],
  [
    'RES-11',
    'a short duration',
    () => post({ json: video({ duration: 3 }) }),
    400,
    'input.duration: must be between 4 and 15 (got 3)',
  ],
  [
    'RES-12',
    'an unknown ratio',
    () => post({ json: video({ aspect_ratio: '2:1' }) }),
    400,
    'input.aspect_ratio: must be one of 16:9, 4:3, 1:1, 3:4, 9:16, 21:9, adaptive (got "2:1")',
  ],
  [
    'RES-13',
    'an unknown resolution',
    () => post({ json: video({ resolution: '8k' }) }),
    400,
    'input.resolution: must be one of 480p, 720p, 1080p, 4k (got "8k")',
  ],
  [
    'RES-14',
    'a text for a boolean',
    () => post({ json: video({ generate_audio: 'yes' }) }),
    400,
    'input.generate_audio: must be a boolean (got "yes")',
  ],
  [
    'RES-18',
    'a seed with a fraction',
    () => post({ json: video({ seed: 1.5 }) }),
    400,
    'input.seed: must be an integer (got 1.5)',
  ],
  [
    'RES-18',
    'a small seed',
    () => post({ json: video({ seed: -2 }) }),
    400,
    'input.seed: must be at least -1 (got -2)',
  ],
  [
    'RES-18',
    'a large seed',
    () => post({ json: video({ seed: 4_294_967_296 }) }),
    400,
    'input.seed: must be at most 4294967295 (got 4294967296)',
  ],
  [
    'ERR-1',
    'an Idempotency-Key in Latin-1',
    () => post({ json: video({}), headers: { 'idempotency-key': 'cl\xe9' } }),
    400,
    'Idempotency-Key: must be 1 to 255 printable ASCII characters',
  ],
  [
    'ERR-1',
    'a long Idempotency-Key',
    () => post({ json: video({}), headers: { 'idempotency-key': 'x'.repeat(256) } }),
    400,
    'Idempotency-Key: must contain at most 255 characters',
  ],
  [
    'OPEN-23',
    'an Idempotency-Key of another body',
    () => repeated(2, (key) => request(CREATE, { key, json: video({ seed: nextSeed++ }), headers: ORDER })),
    400,
    'Idempotency-Key: must be new (used for a different body within the last 24 hours)',
  ],

  // References
  [
    'RES-20',
    'image-to-video without images',
    () => references('image-to-video', {}),
    400,
    'input.image_urls: is required',
  ],
  [
    'RES-20',
    'image-to-video with none',
    () => references('image-to-video', { image_urls: [] }),
    400,
    'input.image_urls: must contain 1 or 2 items (got 0)',
  ],
  [
    'RES-20',
    'image-to-video with three',
    () => references('image-to-video', { image_urls: urls(3) }),
    400,
    'input.image_urls: must contain 1 or 2 items (got 3)',
  ],
  [
    'RES-8',
    'ten images',
    () => references('reference-to-video', { image_urls: urls(10) }),
    400,
    'input.image_urls: must contain at most 9 items (got 10)',
  ],
  [
    'RES-8',
    'images that are no list',
    () => references('reference-to-video', { image_urls: 'x', video_urls: [] }),
    400,
    'input.image_urls: must be an array (got "x")',
  ],
  [
    'RES-10',
    'four audios',
    () => references('reference-to-video', { image_urls: urls(1), audio_urls: urls(4) }),
    400,
    'input.audio_urls: must contain at most 3 items (got 4)',
  ],
  [
    'RES-22',
    'audio alone',
    () => references('reference-to-video', { audio_urls: urls(1), seed: -2 }),
    400,
    'input: must contain at least 1 URL in image_urls or video_urls; input.seed: must be at least -1 (got -2)',
  ],
  [
    'RES-24',
    '13 materials',
    () => references('reference-to-video', { image_urls: urls(9), video_urls: urls(2), audio_urls: urls(2) }),
    400,
    'input: must contain at most 12 URLs in image_urls, video_urls, audio_urls together (got 13)',
  ],
  [
    'RES-8',
    'a reference of another scheme',
    () => references('image-to-video', { image_urls: ['ftp://a.example/1'] }),
    400,
    'input.image_urls.0: must be an absolute http or https URL (got "ftp://a.example/1")',
  ],

  // Callback URL
  [
    'RES-4',
    'plain HTTP',
    () => callback('http://a.example/'),
    400,
    'callback_url: must be an absolute https URL (got "http://a.example/")',
  ],
  [
    'RES-4',
    'user information',
    () => callback('https://user@a.example/'),
    400,
    'callback_url: must not contain user information (got "https://user@a.example/")',
  ],
  [
    'RES-4',
    'a trailing dot',
    () => callback('https://a.example./'),
    400,
    'callback_url: must not have a host that ends with a dot (got "https://a.example./")',
  ],
  [
    'RES-4',
    'port 0',
    () => callback('https://a.example:0/'),
    400,
    'callback_url: must have a port between 1 and 65535 (got "https://a.example:0/")',
  ],
  [
    'RES-4',
    'a blank',
    () => callback('https://a.example/a b'),
    400,
    'callback_url: must be a valid URL (RFC 3986) (got "https://a.example/a b")',
  ],
  [
    'RES-4',
    '2,049 characters',
    () => callback(`https://a.example/${'a'.repeat(2_031)}`),
    400,
    'callback_url: must contain at most 2048 characters (got 2049)',
  ],

  [
    'RES-4',
    'a private address',
    () => callback('https://10.0.0.1/'),
    400,
    'callback_url: must not point to a private, loopback, link-local or otherwise reserved address (10.0.0.1); use a public host',
  ],

  // Credits, limits, tasks
  [
    'STA-4',
    'too few credits',
    async () => {
      const { key } = await givenOwner(connection, { credits: 12 });
      return read(await request(CREATE, { key, json: video({}) }));
    },
    402,
    'The task requires 50 credits (12 available).',
  ],
  [
    'LIM-2',
    '601 reads',
    () => repeated(601, (key) => request('/v1/credits', { key })),
    429,
    'Rate limit exceeded: 600 requests in 60 seconds for this API key. Retry after N seconds.',
  ],
  [
    'LIM-1',
    '61 submissions',
    () => repeated(61, (key) => request(CREATE, { key, json: {} })),
    429,
    'Rate limit exceeded: 60 requests in 60 seconds for this API key. Retry after N seconds.',
  ],
  [
    'OPEN-13',
    '7 polls',
    async () => {
      const owner = await givenOwner(connection);
      const id = await givenTask(connection, owner);
      return repeated(7, () => request(`/v1/tasks/${id}`, { key: owner.key }));
    },
    429,
    'Rate limit exceeded: 6 requests in 60 seconds for this task. Retry after N seconds.',
  ],
  [
    'END-4',
    'an unknown task',
    async () => {
      const { key } = await givenOwner(connection);
      return read(await request('/v1/tasks/task_01jd3zq8m6v5t2x9c4b7n1k0ph', { key }));
    },
    404,
    'Task task_01jd3zq8m6v5t2x9c4b7n1k0ph not found.',
  ],

  [
    'ERR-5',
    'a budget of failures that is used up',
    () => thrown(refusedSubmission({ kind: 'too_many_failures', retryAfterSeconds: 3600 })),
    429,
    'Failure limit exceeded: failed tasks of the last 24 hours hold more than 64 MB. Retry after 3600 seconds.',
  ],

  // Outside of the contract
  [
    'OPEN-24',
    'an unknown path',
    async () => read(await request('/v2/tasks')),
    404,
    'No resource at /v2/tasks.',
  ],
  [
    'OPEN-24',
    'an unknown method',
    async () => read(await request(CREATE, { method: 'PUT' })),
    405,
    'Method PUT is not allowed at /v1/videos/generations (allowed: POST).',
  ],
  [
    'ERR-1',
    'an unknown result',
    async () => read(await request('/results/task_1/other.mp4')),
    404,
    'Result not found.',
  ],
  [
    'ERR-1',
    'a forged link',
    async () => read(await request('/results/task_1/video.mp4?expires=1&signature=a')),
    404,
    'Result not found.',
  ],

  // Not readable as HTTP
  [
    'ERR-1',
    'no Host',
    () => raw('GET / HTTP/1.1\r\nConnection: close\r\n\r\n'),
    400,
    'Malformed request: Missing host header.',
  ],
  [
    'ERR-1',
    'large headers',
    () => raw(`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
    400,
    'Malformed request: headers are larger than 16384 bytes.',
  ],
  [
    'ERR-1',
    'another Expect',
    () => raw('GET / HTTP/1.1\r\nHost: a\r\nExpect: b\r\n\r\n'),
    400,
    'Malformed request: Expect must be 100-continue.',
  ],
  [
    'ERR-1',
    'CONNECT',
    () => raw('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'),
    400,
    'Malformed request: CONNECT is not supported.',
  ],
  [
    'ERR-1',
    'another protocol',
    () => raw('\x16\x03\x01 hello\r\n\r\n'),
    400,
    'Malformed request: Invalid method encountered.',
  ],

  // Failures of the server
  ['ERR-5', 'a defect', () => thrown(internalError()), 500, 'Internal server error. Retry later.'],
  [
    'ERR-5',
    'no database',
    () => thrown(unavailable('its database')),
    500,
    'The server cannot reach its database. Retry after 5 seconds.',
  ],
  [
    'ERR-5',
    'no results',
    () => thrown(unavailable('the results')),
    500,
    'The server cannot reach the results. Retry after 5 seconds.',
  ],
  [
    'ERR-5',
    'a deadlock',
    () => thrown(conflicted()),
    500,
    'The request conflicted with concurrent requests. Retry after 1 second.',
  ],
];

const LISTS: [query: string, message: string][] = [
  ['limit=101', 'limit: must be at most 100'],
  ['limit=0', 'limit: must be at least 1'],
  ['cursor=x', 'cursor: must be the next_cursor of an earlier page'],
  ['status=done', 'status: must be one of queued, generating, completed, failed'],
  ['model=x', 'model: must be one of video-2-0, video-2-0-fast, video-2-0-mini'],
  ['created_from=yesterday', 'created_from: must be a number'],
];

/** Removes the seconds to wait, which depend on the clock. */
function withoutWait(message: string): string {
  return message.replace(/(Rate limit .*) \d+ seconds?\.$/, '$1 N seconds.');
}

test.each(ROWS)('%s %s is answered in these words', async (...[, , send, status, message]) => {
  const answer = await send();
  expect({ ...answer, message: withoutWait(answer.message) }).toEqual({
    status,
    message,
    param: computeParam(message),
  });
});

test.each(LISTS)('ERR-1 a list of tasks with %s is answered in these words', async (query, message) => {
  const { key } = await givenOwner(connection);
  const param = query.split('=')[0];
  expect(await read(await request(`/v1/tasks?${query}`, { key }))).toEqual({ status: 400, message, param });
});

/** Computes `param` for a message that begins with the name of a field: a pointer into the body, or a header's name. */
function computeParam(message: string): string | undefined {
  const [, field = 'body'] = /^([\w.-]+): /.exec(message) ?? [];
  if (field === 'body') return undefined;
  return /^[A-Z]/.test(field) ? field : `/${field.replaceAll('.', '/')}`;
}

test('ERR-1 the examples of the contract show messages of this table', () => {
  const errors = Object.values(document.components.examples).flatMap(({ value }) =>
    typeof value === 'object' && 'error' in value ? [value.error] : [],
  );
  for (const error of errors) {
    const query = LISTS.find(([, message]) => message === error.message)?.[0].split('=')[0];
    expect('param' in error ? error.param : undefined).toBe(query ?? computeParam(error.message));
  }
  const shown = errors.map(({ message }) => withoutWait(message));
  expect(shown.length).toBeGreaterThan(9);
  const answered = [...ROWS.map((row) => row[4]), ...LISTS.map(([, message]) => message)];
  expect(answered).toEqual(expect.arrayContaining(shown));
});

function references(generation_type: string, input: object): Sent {
  return post({ json: video({ generation_type, ...input }) });
}

function callback(callback_url: string): Sent {
  return post({ json: video({}, { callback_url }) });
}

async function thrown({ status, message }: ApiError): Sent {
  return { status, message };
}

async function raw(bytes: string): Sent {
  const [answer] = await exchangeRaw(url('/'), bytes);
  return { status: answer?.status ?? 0, message: JSON.parse(answer?.body ?? '').error.message };
}

async function withScope(scope: 'videos:create' | 'tasks:read', send: SendWithKey): Sent {
  const { ownerId } = await givenOwner(connection);
  const secret = await sharedSecret(connection.database, 'key-hash');
  const { key } = await createKey(connection.database, { ownerId, mode: 'test', scopes: [scope], secret });
  return read(await send(key));
}

async function repeated(times: number, send: SendWithKey): Sent {
  const { key } = await givenOwner(connection, { mode: 'test' });
  for (let count = 1; count < times; count += 1) await (await send(key)).arrayBuffer();
  return read(await send(key));
}
