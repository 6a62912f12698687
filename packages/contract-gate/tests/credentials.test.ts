// API keys may be in a header, in the query or in a cookie: they are sent there, tried there, and told to nobody.
import { expect, test } from 'vitest';
import { curlOf } from '../src/report/curl.ts';
import { run } from './run-gate.ts';
import { type Asked, documentOf, judgeServer, serve } from './serve.ts';

const KEY = 'k3y-of-ada+/=';
const THING = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const content = { 'application/json': { schema: THING } };
const REFUSED = {
  '401': { description: 'No.' },
  '404': { description: 'None.' },
  '405': { description: 'No.' },
};

function documentWith(scheme: object) {
  return documentOf(
    {
      '/thing': {
        get: { security: [{ key: [] }], responses: { '200': { description: 'It.', content }, ...REFUSED } },
      },
    },
    { components: { securitySchemes: { key: { type: 'apiKey', ...scheme } } } },
  );
}

type Find = (asked: Asked) => string | null | undefined;

const cookieOf: Find = ({ headers }) => /(?:^|; )session=([^;]*)/.exec(String(headers.cookie ?? ''))?.[1];

const PLACES: readonly (readonly [scheme: { in: string; name: string }, find: Find])[] = [
  [{ in: 'header', name: 'X-Secret-Key' }, ({ headers }) => headers['x-secret-key']?.toString()],
  [{ in: 'query', name: 'api_key' }, ({ query }) => query.get('api_key')],
  [{ in: 'cookie', name: 'session' }, (asked) => decodeURIComponent(cookieOf(asked) ?? '')],
];

function guarded(find: Find, isGuarded: (key: string) => boolean) {
  return serve((asked) => {
    if (asked.path !== '/thing') return { status: 404 };
    if (!isGuarded(find(asked) ?? '')) return { status: 401 };
    if (asked.method !== 'GET') return { status: 405, headers: { allow: 'GET' } };
    return { status: 200, body: { id: 'a' } };
  });
}

test.each(PLACES)(
  'a key in %j is sent with every request, and wrong ones are tried',
  async (scheme, find) => {
    await using server = await guarded(find, (key) => key === KEY);
    const options = { auth: { [scheme.name]: KEY } };
    const { findings, coverage } = await judgeServer(documentWith(scheme), server.url, options);
    expect(findings).toEqual([]);
    expect(coverage.find(({ kind }) => kind === 'security')?.count).toBeGreaterThan(5);
    const tried = new Set(server.asked.map((asked) => find(asked) ?? ''));
    for (const key of [KEY, '', KEY.slice(0, -1), `${KEY}x`]) expect(tried).toContain(key);
  },
);

test.each(PLACES)(
  'a server that accepts any key in %j is found, and the report does not tell the key',
  async (scheme, find) => {
    await using server = await guarded(find, (key) => key !== '');
    const options = { auth: { [scheme.name]: KEY } };
    const { findings } = await judgeServer(documentWith(scheme), server.url, options);
    const [finding] = findings;
    expect(findings.map(({ check }) => check)).toEqual(['unauthenticated-accepted']);
    expect(JSON.stringify(findings)).not.toContain('k3y');
    expect(JSON.stringify(findings)).not.toContain('K3Y');
    const request = finding?.request ?? { method: '', url: '', headers: [] };
    const curl = curlOf(request).replaceAll('curl -sS -i', 'curl -sS -o /dev/null -w %{http_code}');
    const { stdout } = await run('sh', ['-c', curl], {
      cwd: '.',
      env: { CREDENTIALS: encodeURIComponent(KEY) },
    });
    expect(stdout).toBe('200');
  },
);

test.each(PLACES)('a server that needs no key in %j is found', async (scheme, find) => {
  await using server = await guarded(find, () => true);
  const { findings } = await judgeServer(documentWith(scheme), server.url, { auth: { [scheme.name]: KEY } });
  expect(findings.map(({ check }) => check)).toContain('unauthenticated-accepted');
});
