import { expect, test } from 'vitest';
import { BOOKINGS, Bookings } from './bookings.ts';
import { type Answer, createDocument, serve, testServer } from './serve.ts';

const FAULTS = [
  ['customers open', 'invalid-request-accepted', 'POST /customers'],
  ['bookings open', 'invalid-request-accepted', 'POST /bookings'],
  ['bookings lost', 'update-lost', 'PATCH /bookings/{id}'],
  ['customers kept', 'deleted-readable', 'GET /customers/{id}'],
  ['exports state', 'body-schema', 'GET /exports/{id}'],
  ['exports file', 'server-error', 'GET /exports/{id}/file'],
] as const;

async function testBookings(faults: readonly string[], conflict = 409) {
  const bookings = new Bookings(faults, conflict);
  await using server = await serve((received) => bookings.answer(received));
  const { findings, coverage } = await testServer(BOOKINGS, server.url, { propertyRuns: 5 });
  const never = coverage.filter(({ kind, count }) => kind === 'operation' && count === 0);
  return {
    findings: findings.map(({ check, operation, message }) => ({ check, operation, message })),
    never,
  };
}

test.each([409, 422])('every operation succeeds without a finding, conflicts are %i', async (conflict) => {
  expect(await testBookings([], conflict)).toEqual({ findings: [], never: [] });
});

test('an undeclared member is found if conflicts have the status of invalid requests', async () => {
  const { findings } = await testBookings(['customers open', 'bookings open'], 422);
  expect(findings.map(({ check, operation }) => `${check} ${operation}`)).toEqual([
    'invalid-request-accepted POST /bookings',
    'invalid-request-accepted POST /customers',
  ]);
});

test('faults that need unique values, ids of other resources, If-Match or the end of a job are found', async () => {
  const { findings } = await testBookings(FAULTS.map(([fault]) => fault));
  for (const [, check, operation] of FAULTS)
    expect(findings).toContainEqual(expect.objectContaining({ check, operation }));
});

test('a random range that is rejected is no finding if the repaired request conflicts', async () => {
  const bookings = new Bookings([]);
  await using server = await serve((received) => bookings.answer(received));
  const { findings } = await testServer(BOOKINGS, server.url, {
    include: ['POST /bookings'],
    propertyRuns: 40,
    seed: 8,
  });
  expect(findings).toEqual([]);
});

const NAMED = createDocument({
  '/tenants': {
    post: {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['name'],
              properties: { name: { type: 'string', minLength: 3 } },
            },
          },
        },
      },
      responses: { '201': { description: 'Created.' }, '4XX': { description: 'Wrong.' } },
    },
  },
  '/tenants/{tenant_name}': {
    get: {
      parameters: [{ name: 'tenant_name', in: 'path', required: true, schema: { type: 'string' } }],
      responses: { '204': { description: 'It exists.' }, '4XX': { description: 'Wrong.' } },
    },
  },
});

test('an id that the body of a creation chooses is used in paths', async () => {
  const names = new Set<string>();
  await using server = await serve(({ method, path, json }) => {
    if (path !== '/tenants') return { status: names.has(path.slice('/tenants/'.length)) ? 204 : 404 };
    if (method === 'POST') names.add(`${Object(json).name}`);
    return { status: method === 'POST' ? 201 : 405 };
  });
  const { coverage } = await testServer(NAMED, server.url, { propertyRuns: 1 });
  const read = coverage.find(({ kind, name }) => kind === 'response' && name === '204');
  expect(read?.count).toBeGreaterThan(0);
});

const VENUE = {
  type: 'object',
  additionalProperties: false,
  required: ['slug'],
  properties: { slug: { type: 'string', pattern: '^[a-z]{3,9}-[0-9]{1,9}$' }, note: { type: 'string' } },
};
const content = { 'application/json': { schema: VENUE } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const answers = {
  '200': {
    description: 'Done.',
    content: { 'application/json': { schema: { type: 'object', properties: VENUE.properties } } },
  },
  '4XX': { description: 'Wrong.' },
};
const VENUES = createDocument({
  '/venues': {
    post: { requestBody: { required: true, content }, responses: { ...answers, '201': answers['200'] } },
  },
  '/venues/{id}': {
    parameters: [id],
    get: { responses: answers },
    put: { requestBody: { required: true, content }, responses: answers },
  },
});

interface Venue {
  id: string;
  slug: string;
  note?: string;
}

/** Stores a venue, but never changes the slug of an existing one. */
function storeVenue(venues: Map<string, Venue>, own: Venue | undefined, sent: unknown): Answer {
  const { slug, note, ...others } = Object(sent);
  if (!/^[a-z]{3,9}-[0-9]{1,9}$/.test(slug) || Object.keys(others).length > 0) return { status: 422 };
  if ([...venues.values()].some((one) => one.slug === slug)) return { status: 409 };
  const id = own?.id ?? `v${venues.size}`;
  const venue: Venue = { slug, ...own, id, ...(note === undefined ? {} : { note }) };
  venues.set(id, venue);
  return { status: own ? 200 : 201, body: venue };
}

test('an update with a unique value is sent again with another value', async () => {
  const venues = new Map<string, Venue>();
  await using server = await serve(({ method, path, json }) => {
    const own = venues.get(path.slice('/venues/'.length));
    if (path !== '/venues' && !own) return { status: 404 };
    if (method === 'GET' && own) return { status: 200, body: own };
    return method === (own ? 'PUT' : 'POST') ? storeVenue(venues, own, json) : { status: 405 };
  });
  const { findings } = await testServer(VENUES, server.url, { propertyRuns: 1 });
  expect(findings.map(({ check }) => check)).toContain('update-lost');
});
