// Changes between requests: tokens that expire, cookies of a login, signatures, and a server that is starting.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const words = { type: 'array', items: { type: 'string' } };
const content = { 'application/json': { schema: words } };
const responses = { 200: { description: 'All.', content }, 401: { description: 'No.' } };
const securitySchemes = {
  token: { type: 'http', scheme: 'bearer' },
  session: { type: 'apiKey', in: 'cookie', name: 'sid' },
};
const secured = (scheme: string, paths = {}) =>
  createDocument(
    { ...paths, '/words': { get: { security: [{ [scheme]: [] }], responses } } },
    { components: { securitySchemes } },
  );
const rejectMethod = ({ method }: ReceivedRequest, ...methods: readonly string[]) =>
  methods.includes(method) ? undefined : { status: 405, headers: { allow: methods.join(', ') } };

test('a token that expires is renewed, and the request repeated', async () => {
  let uses = 0;
  let tokens = 0;
  await using server = await serve((request) => {
    if (request.headers.authorization !== `Bearer t${tokens}` || uses === 5) return { status: 401 };
    uses += 1;
    return rejectMethod(request, 'GET', 'HEAD') ?? { status: 200, body: ['a'] };
  });
  const auth = async () => {
    tokens += 1;
    uses = 0;
    return { authorization: `Bearer t${tokens}` };
  };
  const { findings } = await testServer(secured('token'), server.url, { auth, workers: 1 });
  expect(findings).toEqual([]);
  expect(tokens).toBeGreaterThan(2);
});

test('the cookie of a login is kept', async () => {
  const body = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', const: 'demo' } },
  };
  const login = {
    post: {
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
      responses: { 204: { description: 'In.' }, 400: { description: 'No.' } },
    },
  };
  await using server = await serve((request) => {
    const { path, headers, json } = request;
    if (path === '/login') {
      const isValid = (json as { name?: unknown } | undefined)?.name === 'demo';
      const rejected = rejectMethod(request, 'POST') ?? (isValid ? undefined : { status: 400 });
      return rejected ?? { status: 204, headers: { 'set-cookie': 'sid=long-secret-of-a-session; Path=/' } };
    }
    if (headers.cookie !== 'sid=long-secret-of-a-session') return { status: 401 };
    return rejectMethod(request, 'GET', 'HEAD') ?? { status: 200, body: ['a', 7] };
  });
  const { findings } = await testServer(secured('session', { '/login': login }), server.url);
  expect(findings.map(({ check }) => check)).toContain('body-schema');
  expect(JSON.stringify(findings)).not.toContain('sid=long-secret-of-a-session');
});

test('a function that takes a request signs each', async () => {
  const sign = (method: string, url: string, body: Buffer | undefined) =>
    createHash('sha256')
      .update(`${method} ${url} `)
      .update(body ?? '')
      .digest('hex');
  await using server = await serve((request) => {
    const { method, path, query, headers, bytes } = request;
    const target = query.size > 0 ? '' : path;
    if (target && headers.authorization !== `Bearer ${sign(method, target, bytes)}`) return { status: 401 };
    return rejectMethod(request, 'GET', 'HEAD') ?? { status: 200, body: ['a'] };
  });
  const { findings } = await testServer(secured('token'), server.url, {
    auth: async ({ method, url, body }) => ({
      authorization: `Bearer ${sign(method, new URL(url).pathname, body)}`,
    }),
  });
  expect(findings).toEqual([]);
});

test('a server that is starting is waited for', async () => {
  let starting = 3;
  await using server = await serve((request) => {
    starting -= 1;
    if (starting >= 0) return { status: 503, headers: { 'retry-after': '0' } };
    return rejectMethod(request, 'GET', 'HEAD') ?? { status: 200, body: ['a'] };
  });
  const document = createDocument({ '/words': { get: { responses } } });
  expect((await testServer(document, server.url)).findings).toEqual([]);
});

test('a run that reached nothing is an error, unless that is accepted', async () => {
  await using server = await serve(() => ({ status: 401 }));
  const options = { headers: { authorization: 'Bearer wrong' } };
  const { findings } = await testServer(secured('token'), server.url, options);
  const [finding] = findings.filter(({ check }) => check === 'nothing-reached');
  expect(finding).toMatchObject({
    severity: 'error',
    message:
      'No request to any operation succeeded. Most responses are 401: the server rejects the credentials.',
  });
  const accepted = await testServer(secured('token'), server.url, { ...options, allowUnreached: true });
  expect(accepted.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('the path of the server in the document is advised', async () => {
  await using server = await serve(() => ({ status: 404 }));
  const document = createDocument(
    {
      '/words/{word}': {
        get: {
          responses,
          parameters: [{ name: 'word', in: 'path', required: true, schema: { type: 'string' } }],
        },
      },
    },
    { servers: [{ url: 'https://api.test/v1' }] },
  );
  const { findings } = await testServer(document, server.url);
  expect(findings.map(({ message }) => message).join()).toContain(
    `below /v1: --server ${server.url.origin}/v1.`,
  );
});
