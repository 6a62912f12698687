import { expect, test } from 'vitest';
import { z } from 'zod';
import { all } from './all.ts';
import { itemCount } from './checks.ts';
import { lazy } from './lazy.ts';
import { anyOf, oneOf } from './union.ts';

const dot = z.looseObject({ kind: z.literal('dot').default('dot'), size: z.number() });
const box = z.looseObject({ kind: z.enum(['box', 'square']), size: z.number(), side: z.number().min(1) });
const shape = oneOf([dot, box], { property: 'kind', values: [['dot'], ['box', 'square']], absent: 0 });

function listIssues(schema: z.ZodType, value: unknown) {
  return schema.safeParse(value).error?.issues ?? [];
}

test('a discriminant selects the branch, and a missing one counts as its default', () => {
  expect(shape.parse({ size: 1 })).toEqual({ kind: 'dot', size: 1 });
  expect(listIssues(shape, { kind: 'box', size: 1, side: 0 })).toMatchObject([
    { code: 'too_small', path: ['side'] },
  ]);
  expect(listIssues(shape, { size: 'a' })).toMatchObject([{ expected: 'number', path: ['size'] }]);
});

test('a wrong discriminant is reported with the allowed values, and with the findings that all branches share', () => {
  expect(listIssues(shape, { kind: 'line', size: 'a' })).toMatchObject([
    { code: 'invalid_value', values: ['dot', 'box', 'square'], path: ['kind'] },
    { expected: 'number', path: ['size'] },
  ]);
});

test('a finding of all branches about the discriminant itself is not repeated', () => {
  const base = z.looseObject({ kind: z.string() });
  const based = oneOf([all(base, dot), all(base, box)], {
    property: 'kind',
    values: [['dot'], ['box', 'square']],
  });
  expect(listIssues(based, { kind: 1, size: 1 })).toMatchObject([
    { values: ['dot', 'box', 'square'], path: ['kind'] },
  ]);
  expect(listIssues(based, { kind: 1, size: 1 })).toHaveLength(1);
});

test('a discriminant that all branches require is reported if missing', () => {
  const required = oneOf([box, z.looseObject({ kind: z.literal('dot') })], {
    property: 'kind',
    values: [['box', 'square'], ['dot']],
  });
  expect(listIssues(required, {})).toMatchObject([{ values: ['box', 'square', 'dot'], path: ['kind'] }]);
});

test('a value that two branches of oneOf accept is rejected; the message names both', () => {
  const both = oneOf([z.number(), z.string(), z.number().min(4)]);
  expect(both.safeParse(3).success).toBe(true);
  expect(listIssues(both, 5)[0]?.message).toContain('0 and 2');
});

test('a value of another type is reported with the types of all branches', () => {
  expect(listIssues(anyOf([z.string(), z.null()]), 1)[0]?.message).toBe(
    'Invalid input: expected string or null',
  );
  expect(listIssues(anyOf([z.string().min(2), z.string().max(0)]), 1)).toMatchObject([
    { expected: 'string', path: [] },
  ]);
});

test('the findings are those of the branch with the right type', () => {
  const nullable = anyOf([z.looseObject({ a: z.number() }), z.null()]);
  expect(listIssues(nullable, { a: 'x' })).toMatchObject([{ expected: 'number', path: ['a'] }]);
});

test('without a discriminant, the branch with the fewest findings is reported; a wrong constant weighs most', () => {
  const untagged = oneOf([
    z.looseObject({ kind: z.literal('a'), x: z.number() }),
    z.looseObject({ kind: z.literal('b'), y: z.number(), z: z.number() }),
  ]);
  expect(listIssues(untagged, { kind: 'b' }).map(({ path }) => path[0])).toEqual(['y', 'z']);
});

test('branches that are constants are reported with all of them', () => {
  expect(listIssues(anyOf([z.literal('a'), z.enum(['b', 'c'])]), 'x')).toMatchObject([
    { values: ['a', 'b', 'c'] },
  ]);
});

test('branches that each require another member are reported by the names of these members', () => {
  const either = anyOf([z.looseObject({ a: z.string() }), z.looseObject({ b: z.unknown() })]);
  expect(listIssues(either, {})).toMatchObject([{ path: [], params: { missing: ['a', 'b'] } }]);
});

test('branches that differ by size are reported with one bound over all, and with their shared findings', () => {
  const list = (min: number, max: number) => z.array(z.string()).check(itemCount({ min, max }));
  const sizes = oneOf([list(1, 1), list(2, 2)]);
  expect(listIssues(sizes, [3, 'b', 'c'])).toMatchObject([
    { code: 'too_big', minimum: 1, maximum: 2, actual: 3, path: [] },
    { expected: 'string', path: [0] },
  ]);
  expect(listIssues(sizes, [])).toMatchObject([{ code: 'too_small', minimum: 1, maximum: 2, actual: 0 }]);
});

test('anyOf fills in the defaults of every branch that accepts', () => {
  const either = anyOf([
    z.looseObject({ a: z.number().default(1) }),
    z.looseObject({ b: z.number().default(2) }),
  ]);
  expect(either.parse({})).toEqual({ a: 1, b: 2 });
});

test('all parts of all receive the original value, and their defaults are joined', () => {
  const withDefault = z.looseObject({ a: z.array(z.unknown()).default([]) });
  const needed = z.looseObject({ a: z.unknown() });
  expect(all(withDefault, needed).safeParse({}).success).toBe(false);
  expect(all(withDefault, z.looseObject({ b: z.number().default(2) })).parse({ c: 3 })).toEqual({
    a: [],
    b: 2,
    c: 3,
  });
});

test('defaults inside the items of a list are joined as well', () => {
  const items = (name: string) => z.array(z.looseObject({ [name]: z.number().default(1) }));
  expect(all(items('a'), items('b')).parse([{}, { a: 2 }])).toEqual([
    { a: 1, b: 1 },
    { a: 2, b: 1 },
  ]);
});

test('an undocumented member may be nested to any depth', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  const parts = all(z.looseObject({ a: z.number().default(1) }), z.looseObject({ b: z.number().default(2) }));
  expect(Object.keys(parts.parse({ deep }) as object)).toEqual(['a', 'deep', 'b']);
});

test('equal findings of several parts of all are reported once', () => {
  expect(
    listIssues(all(z.looseObject({ a: z.string() }), z.looseObject({ a: z.string() })), { a: 1 }),
  ).toHaveLength(1);
});

test('a wrong discriminant deep inside costs no more than its depth', () => {
  const node = (kind: string) => z.looseObject({ kind: z.literal(kind), child: expression });
  const expression: z.ZodType = lazy(() =>
    oneOf([node('neg'), node('abs')], { property: 'kind', values: [['neg'], ['abs']] }),
  );
  let value: unknown = {};
  for (let level = 0; level < 200; level += 1) value = { child: value };
  expect(listIssues(expression, value).map(({ path }) => path)).toContainEqual(['kind']);
});
