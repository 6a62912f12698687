import { expect, test } from 'vitest';
import { documentOf, judgeServer, serve } from './serve.ts';

const THING = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };
const DOCUMENT = documentOf({
  '/things': {
    post: {
      parameters: [
        { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', minLength: 8, maxLength: 64 } },
      ],
      requestBody: { content: { 'application/json': { schema: THING } } },
      responses: { '201': { description: 'Made.', content: { 'application/json': { schema: THING } } } },
    },
  },
});

test('no two requests have the same idempotency key, for which a server may return the first response', async () => {
  let made = 0;
  await using server = await serve(() => {
    made += 1;
    return { status: 201, body: { id: `t${made}` } };
  });
  await judgeServer(DOCUMENT, server.url, { maxTimeMs: 4_000, propertyRuns: 5 });
  const keys = server.asked.flatMap(({ method, json, headers }) =>
    method === 'POST' && typeof json === 'object' ? (headers['idempotency-key']?.toString() ?? []) : [],
  );
  const valid = keys.filter((key) => key.length >= 8 && key.length <= 64);
  expect(valid.length).toBeGreaterThan(10);
  expect(new Set(valid).size).toBeGreaterThan(valid.length * 0.9);
  // The lengths that the schema allows are still tried.
  for (const length of [8, 64]) expect(valid.map((key) => key.length)).toContain(length);
});
