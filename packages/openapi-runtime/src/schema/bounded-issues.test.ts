// Issues of a rejected value take bounded time and space, however large the value is.
import { expect, test } from 'vitest';
import { all } from './all.ts';
import { tuple } from './array-keywords.ts';
import { z } from './builder.ts';
import { lazy, type Schema } from './lazy.ts';
import { record } from './object-keywords.ts';
import { unevaluatedProperties } from './unevaluated.ts';

interface Tree {
  next?: Tree;
  size?: number;
}

const TEXT = z.string({ min: 2 });
const TREE: Schema<Tree> = lazy(() => z.looseObject({}, { next: TREE, size: z.integer() }));
const SCHEMAS = {
  few: z.array(TEXT, { max: 8 }),
  many: z.array(TEXT),
  pair: all(z.array(z.unknown()), tuple([TEXT], TEXT)),
  record: record(TEXT),
  unevaluated: all(
    z.looseObject({}, { a: z.unknown() }),
    unevaluatedProperties(TEXT, (value: object) => Object.keys(value).filter((name) => name !== 'a')),
  ),
};
const COUNT = 60_000;
const wrongItems = Array.from({ length: COUNT }, () => '');
const wrongMembers = Object.fromEntries(wrongItems.map((item, index) => [`m${index}`, item]));

function listIssues(name: keyof typeof SCHEMAS, value: unknown) {
  return SCHEMAS[name].safeParse(value).error?.issues ?? [];
}

test('does not check the items beyond maxItems', () => {
  const expected = Array.from({ length: 8 }, (_, index) => expect.objectContaining({ path: [index] }));
  expected.push(expect.objectContaining({ code: 'too_big', maximum: 8, actual: COUNT, path: [] }));
  expect(listIssues('few', wrongItems)).toEqual(expected);
});

test.each([
  ['many', wrongItems],
  ['pair', wrongItems],
  ['record', wrongMembers],
  ['unevaluated', wrongMembers],
] as const)('%s reports at most a hundred issues', (name, value) => {
  expect(listIssues(name, value)).toHaveLength(100);
});

test('finds one wrong item at the end of a long list', () => {
  const items = wrongItems.map((_, index) => (index === COUNT - 1 ? '' : 'ab'));
  expect(listIssues('many', items).map(({ path }) => path)).toEqual([[COUNT - 1]]);
  expect(SCHEMAS.many.safeParse(items.with(-1, 'ab')).success).toBe(true);
});

function nest(depth: number, innermost: object): object {
  let value = innermost;
  for (let count = 0; count < depth; count += 1) value = { next: value };
  return value;
}

test.each([{}, { size: 'a' }])('rejects %j nested 100,000 deep without throwing', (innermost) => {
  const { error } = TREE.safeParse(nest(100_000, innermost));
  expect(error?.issues).toEqual([{ code: 'custom', path: [], message: 'Invalid input: nested too deeply' }]);
});

test('finds a wrong member at a depth that people use', () => {
  const issues = TREE.safeParse(nest(100, { size: 'a' })).error?.issues ?? [];
  expect(issues.map(({ path }) => path)).toEqual([[...Array.from({ length: 100 }, () => 'next'), 'size']]);
});
