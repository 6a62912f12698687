import { setTimeout } from 'node:timers/promises';
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const THING: JsonObject = {
  type: 'object',
  required: ['name'],
  properties: { id: { type: 'string', readOnly: true }, name: { type: 'string', maxLength: 20 } },
};

/** The document of a server that makes things; `words` are what it says of the key. */
function documentWith(words: string, schema: JsonObject = THING) {
  const content = { 'application/json': { schema } };
  const key = { type: 'string', minLength: 8, maxLength: 64 };
  return createDocument({
    '/things': {
      post: {
        parameters: [{ name: 'Idempotency-Key', in: 'header', description: words, schema: key }],
        requestBody: { required: true, content },
        responses: { '201': { description: 'Made.', content }, '4XX': { description: 'Refused.' } },
      },
    },
  });
}

const STRICT = 'The same key with the same body returns the first thing; with another body it is rejected.';
const VAGUE = 'A key of the client.';

test('requests have idempotency keys of their own, except for those that repeat one, for which a server may return the first response', async () => {
  let made = 0;
  await using server = await serve(() => {
    made += 1;
    return { status: 201, body: { id: `t${made}`, name: 'a' } };
  });
  await testServer(documentWith(VAGUE), server.url, { maxTimeMs: 30_000, propertyRuns: 5 });
  const keys = server.requests.flatMap(({ method, json, headers }) =>
    method === 'POST' && typeof json === 'object' ? (headers['idempotency-key']?.toString() ?? []) : [],
  );
  const valid = keys.filter((key) => key.length >= 8 && key.length <= 64);
  expect(valid.length).toBeGreaterThan(10);
  const repeated = new Set(valid.filter((key, index) => valid.indexOf(key) !== index));
  // One request after another, and two at once.
  expect(repeated.size).toBeLessThanOrEqual(2);
  // The lengths that the schema allows are still tried.
  for (const length of [8, 64]) expect(valid.map((key) => key.length)).toContain(length);
});

interface Made {
  id: string;
  body: string;
}

/** Handling of idempotency keys by a server; correct by default. */
interface Keeping {
  getKey: (received: ReceivedRequest) => string;
  isOtherRefused: boolean;
  isSameRefused: boolean;
}

function isValid({ json, headers }: ReceivedRequest, key: string | undefined): boolean {
  const { name } = Object(json);
  const isKey = key === undefined || (key.length >= 8 && key.length <= 64);
  return (
    isKey &&
    /json/i.test(String(headers['content-type'])) &&
    typeof name === 'string' &&
    [...name].length <= 20
  );
}

function keeper({
  getKey = ({ headers }) => `${headers.authorization} ${headers['idempotency-key']}`,
  isOtherRefused = true,
  isSameRefused = false,
}: Partial<Keeping>) {
  const known = new Map<string, Made>();
  let made = 0;
  return (received: ReceivedRequest) => {
    const key = received.headers['idempotency-key']?.toString();
    if (received.method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
    if (!isValid(received, key)) return { status: 400 };
    const body = JSON.stringify(received.json);
    const first = key === undefined ? undefined : known.get(getKey(received));
    if (first && first.body !== body && isOtherRefused) return { status: 422 };
    if (first && isSameRefused) return { status: 400 };
    made += 1;
    const thing = first ?? { id: `t${made}`, body };
    if (key !== undefined) known.set(getKey(received), thing);
    return { status: 201, body: { ...JSON.parse(thing.body), id: thing.id } };
  };
}

async function collectChecks(words: string, keeping: Partial<Keeping>): Promise<string[]> {
  await using server = await serve(keeper(keeping));
  const { findings } = await testServer(documentWith(words), server.url, {
    headers: { authorization: 'Bearer ada' },
    otherHeaders: { authorization: 'Bearer bob' },
    propertyRuns: 1,
  });
  return findings.map(({ check }) => check).filter((check) => /^(?:idempotency|other-owner)/.test(check));
}

const SERVERS: readonly (readonly [
  what: string,
  words: string,
  keeping: Partial<Keeping>,
  checks: string[],
])[] = [
  ['keeps keys as it says', STRICT, {}, []],
  ['says nothing of another body, and takes it for the first', VAGUE, { isOtherRefused: false }, []],
  ['says nothing of repetitions, and refuses them', VAGUE, { isSameRefused: true }, []],
  [
    'ignores keys',
    STRICT,
    { getKey: () => String(Math.random()) },
    ['idempotency-ignored', 'idempotency-key-reused'],
  ],
  [
    'ignores keys of which it says nothing',
    VAGUE,
    { getKey: () => String(Math.random()) },
    ['idempotency-ignored'],
  ],
  ['takes another body with the same key', STRICT, { isOtherRefused: false }, ['idempotency-key-reused']],
  ['refuses what is repeated', STRICT, { isSameRefused: true }, ['idempotency-retry-rejected']],
  [
    'gives one owner the result of another',
    STRICT,
    { getKey: ({ headers }) => String(headers['idempotency-key']) },
    ['other-owner-can-read'],
  ],
];

test.for(SERVERS)('a server that %s', async ([, words, keeping, checks]) => {
  expect((await collectChecks(words, keeping)).toSorted()).toEqual(checks);
});

test('two requests at once with the same key, both carried out, are found', async () => {
  const stored = new Map<string, string>();
  const pending = new Map<string, () => void>();
  const answer = keeper({});
  let created = 0;
  // A key is stored after the response of its first request, which waits for another request with the same key.
  await using server = await serve(async (received) => {
    const key = received.headers['idempotency-key']?.toString();
    const other = answer(received);
    if (other.status !== 201 || key === undefined) return other;
    created += 1;
    const id = stored.get(key) ?? `n${created}`;
    pending.get(key)?.();
    if (!stored.has(key) && !pending.has(key)) {
      await Promise.race([new Promise<void>((resolve) => pending.set(key, resolve)), setTimeout(2_000)]);
    }
    stored.set(key, id);
    return { ...other, body: { ...Object(other.body), id } };
  });
  const { findings } = await testServer(documentWith(STRICT), server.url, { propertyRuns: 1 });
  expect(findings.map(({ check }) => check)).toContain('idempotency-ignored');
});

test('a used key with another listed value is tried', async () => {
  const mode = { type: 'string', enum: ['fast', 'slow'] };
  const document = documentWith(STRICT, { type: 'object', required: ['mode'], properties: { mode } });
  await using server = await serve(({ json }) =>
    mode.enum.includes(Object(json).mode) ? { status: 201, body: json } : { status: 400 },
  );
  const { findings } = await testServer(document, server.url, { propertyRuns: 1 });
  expect(findings.map(({ check }) => check)).toContain('idempotency-key-reused');
});
