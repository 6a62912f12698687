import { type JsonObject, type JsonValue, readModel } from '@keyframe/openapi-model';
import { Conventions } from '@keyframe/openapi-resources';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { createRandom, SchemaSpace } from '@keyframe/openapi-schema/values';
import { expect, test } from 'vitest';
import { sentValue } from './draft.ts';
import { type Freshness, freshen } from './freshen.ts';
import type { JsonPath } from './json-paths.ts';

/** Freshens a body twice. */
function freshenTwice(
  schema: JsonObject,
  value: JsonValue,
  { twin, ...options }: { freshness: Freshness; kept?: JsonPath; twin?: JsonValue },
): unknown[] {
  const content = { 'application/json': { schema } };
  const validators = new ExactValidators(
    readModel(
      {
        openapi: '3.1.0',
        info: { title: 'Test', version: '1' },
        paths: {
          '/a': { post: { requestBody: { content }, responses: { '204': { description: 'Done.' } } } },
        },
      },
      'document.json',
    ),
  );
  const [operation] = validators.model.operations;
  const mediaType = operation?.requestBody?.content[0];
  if (!operation || !mediaType) throw new Error('The document has no body.');
  const requests = new SchemaSpace(validators, 'request');
  const draft = { operation, parameters: new Map(), body: { mediaType, value } };
  return [1, 2].map((seed) => {
    const random = createRandom(seed);
    const valid = twin === undefined ? undefined : { ...draft, body: { mediaType, value: twin } };
    const context = { requests, conventions: new Conventions() };
    const fresh = sentValue(freshen(draft, context, { random, ...options, twin: valid }));
    const { schema: located } = mediaType;
    if (located && fresh !== undefined)
      expect(requests.accepts(located, fresh)).toBe(requests.accepts(located, value));
    return fresh;
  });
}

const text = (keywords: JsonObject): JsonObject => ({ type: 'string', ...keywords });

test.each<[schema: JsonObject, value: JsonValue, expected: [Freshness, isFresh: boolean]]>([
  [text({ minLength: 1, maxLength: 40 }), 'name', [1, true]],
  [text({ enum: ['a', 'b'] }), 'a', [3, false]],
  [text({ format: 'email' }), 'a@b.com', [1, false]],
  [text({ format: 'email' }), 'a@b.com', [2, true]],
  [text({ format: 'email', pattern: '^[a-z]{1,12}@[a-z-]+\\.(com|org)$' }), 'a@b.com', [2, true]],
  [text({ pattern: '^[a-z][a-z0-9-]{2,30}$' }), 'a-1', [2, true]],
  [text({ pattern: '^\\+[1-9][0-9]{6,14}$' }), '+1234567', [2, true]],
  [text({ format: 'uri' }), 'https://a.example/b', [3, false]],
  [text({ format: 'date-time' }), '2020-01-01T00:00:00Z', [1, false]],
  [text({ format: 'date-time' }), '2020-01-01T00:00:00Z', [2, true]],
  [{ type: 'integer', minimum: 1, maximum: 9_999 }, 7, [2, false]],
  [{ type: 'integer', minimum: 1, maximum: 9_999 }, 7, [3, true]],
  [{ type: 'integer', enum: [1, 7] }, 7, [3, false]],
])('%o: %s, freshness and result %o', (schema, value, [freshness, isFresh]) => {
  const [first, second] = freshenTwice(schema, value, { freshness });
  expect([first !== value, first !== second]).toEqual([isFresh, isFresh]);
});

const range: JsonObject = {
  type: 'object',
  properties: {
    starts_at: text({ format: 'date-time' }),
    endsAt: text({ format: 'date-time' }),
    name: text({ maxLength: 9 }),
  },
};

test.each([
  ['2020', -1],
  ['2120', 1],
])('start and end of %s become a range of an hour on the same side of now', (year, side) => {
  const value = { starts_at: `${year}-01-02T00:00:00Z`, endsAt: `${year}-01-01T00:00:00Z` };
  for (const fresh of freshenTwice(range, value, { freshness: 2 })) {
    const { starts_at: start = '', endsAt: end = '' } = Object(fresh);
    expect(Date.parse(end) - Date.parse(start)).toBe(3_600_000);
    expect(Math.sign(Date.parse(start) - Date.now())).toBe(side);
  }
});

test('the tested value and the validity of the body stay', () => {
  const value = { name: 'a name that is too long', starts_at: '2020-01-02T00:00:00Z' };
  const [first, second] = freshenTwice(range, value, { freshness: 3, kept: ['name'] });
  expect([Object(first).name, Object(second).name]).toEqual([value.name, value.name]);
  expect(Object(first).starts_at).not.toBe(Object(second).starts_at);
});

test('a repeated item stays repeated when the values of its valid request are replaced', () => {
  const tags = { type: 'array', uniqueItems: true, items: text({ maxLength: 9 }) };
  const schema = { type: 'object', properties: { name: text({ maxLength: 9 }), tags } };
  const [first] = freshenTwice(
    schema,
    { name: 'a', tags: ['b', 'b'] },
    { freshness: 2, twin: { name: 'a', tags: ['b'] } },
  );
  expect(Object(first)).toMatchObject({ tags: ['b', 'b'] });
  expect(Object(first).name).not.toBe('a');
});

test('the other end of a range follows a tested end', () => {
  const value = { starts_at: '2020-01-02T00:00:00Z', endsAt: '2019-05-01T12:00:00Z' };
  const [fresh] = freshenTwice(range, value, { freshness: 2, kept: ['endsAt'] });
  expect(fresh).toEqual({ starts_at: '2019-05-01T11:00:00Z', endsAt: value.endsAt });
});

test.each<Freshness>([1, 3])(
  'replaces a UUID only where it is the id of the resource itself, at %i',
  (freshness) => {
    const uuid = '2a21cf79-ea5e-4d28-b585-2e78948fcefb';
    const properties = { id: text({ format: 'uuid' }), siteId: text({ format: 'uuid' }) };
    for (const fresh of freshenTwice({ properties }, { id: uuid, siteId: uuid }, { freshness })) {
      expect(fresh).toMatchObject({ id: expect.not.stringContaining(uuid), siteId: uuid });
    }
  },
);
