import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createSubject } from '../../tests/create-subject.ts';
import { generateValue } from './generate-value.ts';

const USER = {
  type: 'object',
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', examples: ['Ada'] },
    password: { type: 'string', writeOnly: true },
    role: { enum: ['user', 'admin'] },
  },
  required: ['id', 'name'],
};

const SIMPLEST: { schema: JsonObject | boolean; all: JsonValue; required?: JsonValue }[] = [
  { schema: { type: 'string' }, all: 'text' },
  { schema: { type: 'string', minLength: 6 }, all: 'texttext' },
  { schema: { type: 'string', maxLength: 2 }, all: 'te' },
  { schema: { type: 'string', format: 'date-time' }, all: '2036-02-28T12:00:00Z' },
  { schema: { type: 'string', format: 'email' }, all: 'a@example.com' },
  { schema: { type: 'string', format: 'uuid' }, all: '00000000-0000-4000-8000-000000000000' },
  { schema: { type: 'string', pattern: '^v[0-9]+$' }, all: 'v0' },
  { schema: { type: 'string', format: 'uri', pattern: '^https://' }, all: 'https://example.com/a?b#c' },
  { schema: { type: 'string', format: 'uri', pattern: '^ftp:' }, all: 'ftp:' },
  { schema: { type: 'string', pattern: '^[a-z]+$', examples: ['B', 'b'] }, all: 'b' },
  { schema: { type: 'integer' }, all: 1 },
  { schema: { type: 'number', minimum: 0.5 }, all: 1 },
  { schema: { type: 'number', exclusiveMinimum: 0, maximum: 0.5 }, all: 0.5 },
  { schema: { type: 'integer', multipleOf: 7, minimum: 10 }, all: 14 },
  { schema: { type: 'integer', default: 20 }, all: 20 },
  { schema: { type: 'integer', default: 20, examples: [50] }, all: 50 },
  { schema: { const: null }, all: null },
  { schema: { enum: ['a', 'b'] }, all: 'a' },
  { schema: { enum: ['a', 'b', 'c'], default: 'b', examples: ['c'] }, all: 'c' },
  { schema: { enum: ['a', { b: 1 }], default: { b: 1 } }, all: { b: 1 } },
  { schema: { enum: ['a', 'b'], examples: ['c'] }, all: 'a' },
  { schema: { allOf: [{ enum: ['a', 'b'] }, { default: 'b' }] }, all: 'b' },
  { schema: { type: 'boolean' }, all: true },
  { schema: { type: ['string', 'null'] }, all: 'text' },
  { schema: { type: 'array', items: { type: 'integer' } }, all: [1], required: [] },
  {
    schema: { type: 'array', items: { type: 'string' }, minItems: 2 },
    all: ['text', 'text', 'text'],
    required: ['text', 'text'],
  },
  { schema: { type: 'object', additionalProperties: { type: 'integer' } }, all: { extra1: 1 }, required: {} },
  {
    schema: { type: 'object', patternProperties: { '^x-': { type: 'integer' } } },
    all: { 'x-': 1 },
    required: {},
  },
  {
    schema: {
      allOf: [
        { properties: { a: { type: 'integer' } } },
        { required: ['a'], properties: { b: { const: 2 } } },
      ],
    },
    all: { a: 1, b: 2 },
    required: { a: 1 },
  },
  { schema: { oneOf: [{ type: 'integer' }, { type: 'string' }] }, all: 1 },
];

test.each(SIMPLEST)('the simplest value of $schema', ({ schema, all, required = all }) => {
  const { space, located } = createSubject(schema);
  expect(generateValue(space, located)).toEqual(all);
  expect(generateValue(space, located, { members: 'required' })).toEqual(required);
});

test.each([
  ['request', { name: 'Ada', password: 'text', role: 'user' }],
  ['response', { id: 1, name: 'Ada', role: 'user' }],
] as const)('a %s has only the members of its direction', (direction, expected) => {
  const { space, located } = createSubject(USER, { direction });
  expect(generateValue(space, located)).toEqual(expected);
});

test.each([
  ['request', { name: 'Eve', password: 'secret' }],
  ['response', { id: 7, name: 'Eve' }],
] as const)('the example of an object loses what a %s does not contain', (direction, expected) => {
  const example = { id: 7, name: 'Eve', password: 'secret' };
  const { space, located } = createSubject({ ...USER, example }, { direction });
  expect(generateValue(space, located)).toEqual(expected);
});

test('the same seed returns the same value, and different seeds different ones', () => {
  const { space, located } = createSubject({
    type: 'object',
    properties: { id: { type: 'string', format: 'uuid' }, size: { type: 'integer' } },
  });
  const values = [1, 2, 3].map((seed) => generateValue(space, located, { seed }));
  expect(generateValue(space, located, { seed: 1 })).toEqual(values[0]);
  expect(new Set(values.map((value) => JSON.stringify(value))).size).toBe(3);
  expect(values.filter((value) => value === undefined || !space.accepts(located, value))).toEqual([]);
});

test('removes members that do not fit together', () => {
  const { space, located } = createSubject({
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    not: { required: ['a', 'b'] },
  });
  expect(generateValue(space, located)).toEqual({ a: 1 });
});

test('different items of a list replace equal examples', () => {
  const items = { type: 'string', examples: ['a'] };
  const { space, located } = createSubject({ type: 'array', items, minItems: 2, uniqueItems: true });
  expect(generateValue(space, located)).toHaveLength(3);
});

test('stays small where each of many members contains the schema itself', () => {
  const self = { $ref: '#/components/schemas/Subject' };
  const properties = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`member${index}`, self]));
  const { space, located } = createSubject({ type: 'object', properties });
  expect(JSON.stringify(generateValue(space, located)).length).toBeLessThan(100_000);
});

test('contains the optional members of every level', () => {
  const levels = ['a', 'b', 'c', 'd', 'e', 'f'];
  const schema = levels.reduceRight<JsonObject>(
    (inner, name) => ({ type: 'object', properties: { [name]: inner } }),
    { type: 'string' },
  );
  const { space, located } = createSubject(schema);
  expect(generateValue(space, located)).toEqual({ a: { b: { c: { d: { e: { f: 'text' } } } } } });
});

const SELF = { $ref: '#/components/schemas/Subject' };

const RECURSIVE: { title: string; members: JsonObject; required?: string[]; value: JsonValue }[] = [
  { title: 'a member', members: { next: SELF }, value: { id: 1, next: { id: 1 } } },
  {
    title: 'a list',
    members: { children: { type: 'array', items: SELF } },
    value: { id: 1, children: [{ id: 1, children: [] }] },
  },
  {
    title: 'a map',
    members: { parts: { type: 'object', additionalProperties: SELF } },
    value: { id: 1, parts: { extra1: { id: 1, parts: {} } } },
  },
  {
    title: 'a union with another branch',
    members: { next: { oneOf: [SELF, { type: 'null' }] } },
    required: ['next'],
    value: { id: 1, next: { id: 1, next: null } },
  },
  {
    title: 'a required list',
    members: { children: { type: 'array', items: SELF } },
    required: ['children'],
    value: { id: 1, children: [{ id: 1, children: [] }] },
  },
];

test.each(RECURSIVE)('$title contains its own schema once', ({ members, required = [], value }) => {
  const properties = { id: { type: 'integer' }, ...members };
  const { space, located } = createSubject({ type: 'object', properties, required });
  expect(generateValue(space, located)).toEqual(value);
});

test('omits the deepest level of a value that would be too large', () => {
  const names = Array.from({ length: 24 }, (_, index) => `member${index}`);
  const widen = (inner: JsonObject): JsonObject => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, inner])),
  });
  const { space, located } = createSubject(widen(widen({ type: 'string' })));
  expect(generateValue(space, located)).toEqual(Object.fromEntries(names.map((name) => [name, {}])));
});

test('returns undefined for a schema without values', () => {
  const { space, located } = createSubject({ type: 'string', not: {} });
  expect(generateValue(space, located)).toBeUndefined();
});

test.each([
  ['uri', '^https://[a-z]+\\.example\\.com/hooks/[0-9]{4}$'],
  ['uri', '^https://.{20,}$'],
  ['date-time', 'T00:00:00Z$'],
  ['date-time', '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$'],
  ['date', '-01$'],
  ['email', '@corp\\.example$'],
  ['hostname', '^[a-z0-9.-]+\\.internal$'],
])('finds a text of the format %s and the pattern %s', (format, pattern) => {
  const { space, located } = createSubject({ type: 'string', format, pattern });
  for (const seed of [1, 2, 3, 4, 5]) {
    const value = generateValue(space, located, { seed });
    expect(value).toEqual(expect.stringMatching(new RegExp(pattern, 'u')));
    expect(space.accepts(located, value ?? null)).toBe(true);
  }
});
