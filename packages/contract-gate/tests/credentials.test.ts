// API keys in a header, in the query or in a cookie: the gate sends and checks them there, and no report contains them.
import { expect, test } from 'vitest';
import { formatCurl } from '../src/report/curl.ts';
import { run } from './folder-with.ts';
import { createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const KEY = 'k3y-of-ada+/=';
const THING = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const content = { 'application/json': { schema: THING } };
const REFUSED = {
  '401': { description: 'No.' },
  '404': { description: 'None.' },
  '405': { description: 'No.' },
};

function documentWith(scheme: object) {
  return createDocument(
    {
      '/thing': {
        get: { security: [{ key: [] }], responses: { '200': { description: 'It.', content }, ...REFUSED } },
      },
    },
    { components: { securitySchemes: { key: { type: 'apiKey', ...scheme } } } },
  );
}

type Find = (received: ReceivedRequest) => string | null | undefined;

const getCookie: Find = ({ headers }) => /(?:^|; )session=([^;]*)/.exec(String(headers.cookie ?? ''))?.[1];

const LOCATIONS: readonly (readonly [scheme: { in: string; name: string }, find: Find])[] = [
  [{ in: 'header', name: 'X-Secret-Key' }, ({ headers }) => headers['x-secret-key']?.toString()],
  [{ in: 'query', name: 'api_key' }, ({ query }) => query.get('api_key')],
  [{ in: 'cookie', name: 'session' }, (received) => decodeURIComponent(getCookie(received) ?? '')],
];

function guarded(find: Find, isGuarded: (key: string) => boolean) {
  return serve((received) => {
    if (received.path !== '/thing') return { status: 404 };
    if (!isGuarded(find(received) ?? '')) return { status: 401 };
    if (received.method !== 'GET') return { status: 405, headers: { allow: 'GET' } };
    return { status: 200, body: { id: 'a' } };
  });
}

test.each(LOCATIONS)(
  'a key in %j is sent with every request, and wrong ones are tried',
  async (scheme, find) => {
    await using server = await guarded(find, (key) => key === KEY);
    const options = { auth: { [scheme.name]: KEY } };
    const { findings, coverage } = await testServer(documentWith(scheme), server.url, options);
    expect(findings).toEqual([]);
    expect(coverage.find(({ kind }) => kind === 'security')?.count).toBeGreaterThan(5);
    const tried = new Set(server.requests.map((received) => find(received) ?? ''));
    for (const key of [KEY, '', 'k3y-of-ada+', 'k3y-of-ada+/xxxx']) expect(tried).toContain(key);
  },
);

test('a key in Authorization may be accepted without the scheme that was sent with it', async () => {
  const name = 'Authorization';
  const accepted = [KEY, `Bearer ${KEY}`];
  await using server = await guarded(
    ({ headers }) => headers.authorization?.toString(),
    (key) => accepted.includes(key),
  );
  const options = { auth: { [name]: `Bearer ${KEY}` } };
  const { findings } = await testServer(documentWith({ in: 'header', name }), server.url, options);
  expect(findings).toEqual([]);
});

test.each(LOCATIONS)(
  'a server that accepts any key in %j is found, and the report does not contain the key',
  async (scheme, find) => {
    await using server = await guarded(find, (key) => key !== '');
    const options = { auth: { [scheme.name]: KEY } };
    const { findings } = await testServer(documentWith(scheme), server.url, options);
    const [finding] = findings;
    expect(findings.map(({ check }) => check)).toEqual(['unauthenticated-accepted']);
    expect(JSON.stringify(findings)).not.toContain('k3y');
    expect(JSON.stringify(findings)).not.toContain('K3Y');
    const request = finding?.request ?? { method: '', url: '', headers: [] };
    const curl = formatCurl(request).replaceAll('curl -sS -i', 'curl -sS -o /dev/null -w %{http_code}');
    const { stdout } = await run('sh', ['-c', curl], {
      cwd: '.',
      env: { CREDENTIALS: encodeURIComponent(KEY) },
    });
    expect(stdout).toBe('200');
  },
);

test.each(LOCATIONS)('a server that needs no key in %j is found', async (scheme, find) => {
  await using server = await guarded(find, () => true);
  const { findings } = await testServer(documentWith(scheme), server.url, { auth: { [scheme.name]: KEY } });
  expect(findings.map(({ check }) => check)).toContain('unauthenticated-accepted');
});

test.each([
  ['Basic credentials with padding', 'basic', `Basic ${btoa('user:passw')}`],
  ['a token of complete groups', 'bearer', 'Bearer c2VjcmV0LXRva2Vw'],
])('no finding results from a tolerant decoder of %s', async (_, scheme, value) => {
  const decode = (text: unknown) => {
    const [, own, token = ''] = /^(\S+) (.*)$/.exec(String(text)) ?? [];
    return [own, Buffer.from(token, 'base64').toString()].join(' ');
  };
  await using server = await serve(({ method, path, headers }) => {
    if (path !== '/thing') return { status: 404 };
    if (decode(headers.authorization) !== decode(value)) return { status: 401 };
    return method === 'GET' ? { status: 200, body: { id: 'a' } } : { status: 405, headers: { allow: 'GET' } };
  });
  const document = documentWith({ type: 'http', scheme });
  const { findings } = await testServer(document, server.url, { auth: { authorization: value } });
  expect(findings).toEqual([]);
});
