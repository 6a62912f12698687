// Messages to users: each row is a mistake and its message. The first tables are for callers of an API, the others for
// those who serve it, send its callbacks or call it by a generated client.
import { OpenAPIHono } from '@hono/zod-openapi';
import { expect, test } from 'vitest';
import {
  clientErrors,
  extend,
  serverUrl,
  signWebhook,
  styled,
  verifyWebhook,
  webhookErrors,
  writePath,
  writeStyledPath,
} from './client.ts';
import { requireAmount } from './internal.ts';
import * as schema from './server.ts';
import {
  checkOperation,
  createReceiver,
  createRequestBuilder,
  describeIssue,
  json,
  parametersOf,
  registerOperations,
  route,
  textsOf,
  z,
} from './server.ts';
import { parseTemplate } from './webhooks/runtime-expression.ts';

test.each<[string, { safeParse: (value: unknown) => unknown }, unknown, string]>([
  ['another type', z.looseObject({ a: z.string() }), { a: 1 }, 'must be a string'],
  ['a whole number', z.integer(), 1.5, 'must be an integer'],
  ['a value of a few', z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  ['a constant', z.literal('a'), 'c', 'must be a'],
  ['a short string', z.string({ min: 2 }), 'a', 'must contain at least 2 characters'],
  ['a long string', z.string({ max: 1 }), 'ab', 'must contain at most 1 character'],
  ['too few items', z.array(z.string(), { min: 1, max: 2 }), [], 'must contain 1 or 2 items'],
  ['a small number', z.number().min(2), 1, 'must be at least 2'],
  ['a format', z.string({ format: 'date' }), 'a', 'Invalid date'],
  ['a format of a number', schema.int32(), 2 ** 40, 'Invalid int32'],
  ['a duplicate', schema.uniqueItems(), [1, 1], 'Invalid input: duplicate item'],
  ['no item that matches', schema.contains(z.never()), [1], 'must have at least 1 matching item (got 0)'],
  [
    'items that match',
    schema.contains(z.unknown(), { max: 0 }),
    [1],
    'must have at most 0 matching items (got 1)',
  ],
  ['too few members', schema.propertyCount({ min: 2 }), { a: 1 }, 'must have at least 2 members (got 1)'],
  ['a name', schema.propertyNames(z.string({ max: 1 })), { ab: 1 }, 'Invalid member name'],
  ['another value', schema.equalTo({ a: 1 }), 1, 'must be one of {"a":1}'],
  ['several types', schema.typeIn({ null: z.null(), string: z.string() }), 1, 'must be null or a string'],
  ['not', schema.not(z.unknown()), 1, 'Invalid input: matches the schema of "not"'],
  [
    'several branches',
    schema.oneOf([z.string(), z.enum(['a'])]),
    'a',
    'Invalid input: matches alternatives 0 and 1, but must match only one',
  ],
])('%s', (...[, type, value, message]) => {
  const { error } = type.safeParse(value) as { error?: { issues: Parameters<typeof describeIssue>[0][] } };
  expect(error?.issues.map(describeIssue)).toContain(message);
});

const operations = {
  getTask: {
    route: route('getTask', 'post /tasks/{id}', () => ({
      request: {
        params: z.object({ id: z.integer() }),
        query: z.object({}, { page: z.integer(), where: z.unknown(), tags: z.array(z.string()) }),
        body: json(z.looseObject({ a: z.string() }), true),
      },
      responses: { 200: json(z.looseObject({ a: z.string() })), 204: {} },
    })),
    parameters: parametersOf({
      path: { id: 'number' },
      query: { page: 'number', where: 'json', tags: { shape: { list: 'string' }, style: 'pipeDelimited' } },
    }),
  },
  sendForm: {
    route: route('sendForm', 'post /form', () => ({
      request: {
        body: {
          content: { 'application/x-www-form-urlencoded': { schema: z.looseObject({}, { a: z.unknown() }) } },
        },
      },
      responses: { 200: {} },
    })),
    forms: { 'application/x-www-form-urlencoded': textsOf({ a: 'json' }) },
  },
};

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

test.each<[string, { path?: string; headers?: Record<string, string>; body?: string }, string]>([
  ['a parameter that is repeated', { path: '/tasks/1?page=1&page=2' }, 'must be given once'],
  ['a parameter that is no JSON', { path: '/tasks/1?where=a' }, 'must be JSON'],
  ['no body', { headers: JSON_TYPE }, 'A body is required: application/json'],
  ['a body without a type', { body: '{}' }, 'Content-Type must be application/json (got none)'],
  [
    'another type',
    { body: 'a', headers: { 'content-type': 'text/css' } },
    'Content-Type must be application/json (got text/css)',
  ],
  [
    'another charset',
    { body: '{}', headers: { 'content-type': 'application/json; charset=latin1' } },
    'The charset must be utf-8 (got latin1)',
  ],
  [
    'a coded body',
    { body: '{}', headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } },
    'Content-Encoding must be identity (got gzip)',
  ],
  ['broken JSON', { body: '{', headers: JSON_TYPE }, 'The body is not valid JSON: '],
  ['a field that is no JSON', { path: '/form', body: 'a=b', headers: FORM_TYPE }, 'The field must be JSON'],
])('a request with %s', async (_name, { path = '/tasks/1', headers = {}, body = null }, message) => {
  const app = new OpenAPIHono();
  const handlers = { getTask: () => new Response(), sendForm: () => new Response() };
  registerOperations(app, { operations, securitySchemes: {}, handlers });
  const response = await app.request(path, {
    method: 'POST',
    headers,
    body: body === null ? null : new Blob([body]),
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await response.text()).toContain(message);
});

test.each<[string, { status: number; headers: Record<string, string>; body: unknown }, string]>([
  [
    'another status',
    { status: 500, headers: {}, body: undefined },
    'status: 500 is not documented (documented: 200, 204)',
  ],
  [
    'a body where none is documented',
    { status: 204, headers: {}, body: 'a' },
    'body: must be empty: no body is documented',
  ],
  [
    'no media type',
    { status: 200, headers: {}, body: {} },
    'media type: Content-Type must be application/json (got none)',
  ],
])('a response with %s', (_name, response, message) => {
  const actual = checkOperation(operations, 'getTask', response).map(
    ({ where, message: text }) => `${where}: ${text}`,
  );
  expect(actual).toEqual([message]);
});

const definitions = {
  done: {
    route: route('done', 'post /', () => ({
      request: { body: json(z.looseObject({})) },
      responses: { 200: {} },
    })),
  },
  bare: { route: route('bare', 'post /', () => ({ responses: { 200: {} } })) },
  needy: {
    route: route('needy', 'post /', () => ({
      request: { body: json(z.looseObject({}), true) },
      responses: { 200: {} },
    })),
  },
};
const url = 'https://example.com/';
const build = createRequestBuilder(definitions) as (id: string, message: object) => Promise<Request>;
const receive = createReceiver(definitions) as (
  app: OpenAPIHono,
  handlers: object,
  options?: object,
) => unknown;
const secret = 'whsec_AAAA';
const register = (parts: object) =>
  registerOperations(new OpenAPIHono(), { operations, securitySchemes: {}, handlers: {}, ...parts });

/** Writes the only parameter of a path in a style. */
const writeList = (style: Parameters<typeof styled>[2], ids: unknown) =>
  writeStyledPath(
    { url: '/lists/{ids}/items' } as never,
    { path: { ids } } as never,
    { definition: { id: 'list', parameters: [styled('path', 'ids', style)] }, errors: clientErrors } as never,
  );

test.each<[string, () => unknown, string]>([
  ['no handler', () => register({}), 'No handler for POST /tasks/{id}.'],
  [
    'an unknown operation',
    () => checkOperation({}, 'a', { status: 200, headers: {}, body: undefined }),
    'Operation "a" not found.',
  ],
  ['an unknown message', () => build('a', {}), 'Message "a" not found in the document.'],
  [
    'a webhook without URL',
    () => build('done', { body: {} }),
    'Missing "url": a webhook needs the URL to send it to.',
  ],
  [
    'a message without body',
    () => build('needy', { url }),
    'The message "needy" violates its contract. body: must not be empty: a body is required',
  ],
  [
    'a message with a body',
    () => build('bare', { url, body: {} }),
    'The message "bare" violates its contract. body: must be empty: no body is documented',
  ],
  [
    'a message of another type',
    () => build('done', { url, body: {}, contentType: 'text/css' }),
    'The message "done" violates its contract. contentType: must be application/json (got text/css)',
  ],
  [
    'a stored message that is broken',
    () => build('done', { url, text: '{' }),
    'The message "done" violates its contract. body: must be valid JSON',
  ],
  [
    'a receiver without path',
    () => receive(new OpenAPIHono(), { done: () => new Response() }, {}),
    'No path for the message "done": set "path", or its member of "paths".',
  ],
  [
    'no expression',
    () => parseTemplate('$body'),
    'The runtime expression $body is not valid: use $url, $method, $statusCode, or $request. or $response. followed by header., query., path. or body.',
  ],
  [
    'an expression without end',
    () => parseTemplate('{$url'),
    'The runtime expression {$url is missing its closing brace.',
  ],
  [
    'an invalid header',
    () => parseTemplate('$request.header.a b'),
    'The runtime expression $request.header.a b must name a header by a token (RFC 9110).',
  ],
  [
    'an invalid name',
    () => parseTemplate('$request.query.a"b'),
    'The runtime expression $request.query.a"b must escape its name as in a JSON string.',
  ],
  [
    'an invalid pointer',
    () => parseTemplate('$request.body#a'),
    'The runtime expression $request.body#a must have a JSON pointer after "#": each part begins with "/", and "~" is written "~0".',
  ],
  [
    'an invalid secret',
    () => signWebhook({}, { secret: 'a', id: 'b' }),
    'secret is malformed: expected whsec_ and a key in base64.',
  ],
  [
    'no header',
    () =>
      verifyWebhook(new Request(url, { method: 'POST', body: '{}' }), { secrets: [secret] }, webhookErrors),
    'The request lacks the header webhook-id.',
  ],
  [
    'a negative amount',
    () => requireAmount(clientErrors, 'retries', -1),
    'retries must be at least 0 (got -1).',
  ],
  ['no server', () => serverUrl(clientErrors, []), 'baseUrl is missing: the document has no such server.'],
  [
    'an unknown value of a server variable',
    () =>
      serverUrl(clientErrors, [{ url: 'https://{a}', variables: { a: { default: 'x', enum: ['x'] } } }], {
        url: 'https://{a}',
        variables: { a: 'y' },
      }),
    'The server variable "a" must be one of x (got "y").',
  ],
  [
    'no path parameter',
    () =>
      writePath(
        { url: '/{a}' } as never,
        {} as never,
        { definition: { id: 'get' }, errors: clientErrors } as never,
      ),
    'get: expected {a} (got "").',
  ],
  ...[['..'], ['.'], []].map((ids): [string, () => unknown, string] => [
    `a list of a path that is ${JSON.stringify(ids)}`,
    () => writeList({}, ids),
    `list: expected {ids} (got "${ids.join(',')}").`,
  ]),
  [
    'a label of a path that is a dot',
    () => writeList({ style: 'label' }, '.'),
    'list: expected {ids} (got ".%2E").',
  ],
  [
    'a member twice',
    () => extend({ a: 1 } as never, () => ({ a: 1 })),
    'The client already has a member "a".',
  ],
])('%s', async (_name, run, message) => {
  const error = await new Promise((resolve) => resolve(run())).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect((error as Error).message).toContain(message);
});
