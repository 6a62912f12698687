// A rejection of a valid request is shown by the request that decides it.
import { expect, test } from 'vitest';
import { createDocument, serve, testServer } from './serve.ts';

const TIME = { type: 'string', format: 'date-time' };
const SCHEMA = {
  type: 'object',
  required: ['startsAt', 'endsAt'],
  properties: { startsAt: TIME, endsAt: TIME },
};
const content = { 'application/json': { schema: SCHEMA } };
const DOCUMENT = createDocument({
  '/stays': {
    post: {
      requestBody: { required: true, content },
      responses: { '201': { description: 'Created.' }, '4XX': { description: 'Rejected.' } },
    },
  },
});

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

function reject(body: unknown): string | undefined {
  const { startsAt, endsAt } = (body ?? {}) as Record<string, unknown>;
  const isTime = (value: unknown) => typeof value === 'string' && RFC_3339.test(value);
  if (!isTime(startsAt) || !isTime(endsAt)) return 'invalid';
  if (Date.parse(String(startsAt)) >= Date.parse(String(endsAt))) return 'the end is before the start';
  return /\./.test(`${startsAt}${endsAt}`) ? 'a time has a fraction' : undefined;
}

test('shows the repaired request if it is rejected, too', async () => {
  await using server = await serve(({ method, json }) => {
    if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
    const problem = reject(json);
    return problem === undefined ? { status: 201 } : { status: 400, body: { problem } };
  });
  const { findings } = await testServer(DOCUMENT, server.url);
  const rejected = findings.filter(({ check }) => check === 'valid-request-rejected');
  const received = [...new Set(rejected.map((one) => one.received))];
  expect(received).toEqual([expect.stringContaining('a fraction')]);
});
