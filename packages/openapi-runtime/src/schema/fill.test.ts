import { expect, test } from 'vitest';
import { z } from 'zod';
import { all } from './all.ts';
import { codePoints } from './checks.ts';
import { ignored } from './ignored.ts';
import { lazy, lazyWithDefaults } from './lazy.ts';
import { members, patternProperties } from './object-keywords.ts';

const withDefault = z.looseObject({ x: z.number().default(1) });

test('a member that was removed is not completed by another part', () => {
  const taken = z.looseObject({ id: z.exactOptional(ignored(z.unknown())) });
  const byName = all(taken, patternProperties([/^i/u, withDefault]));
  expect(lazyWithDefaults(() => byName).parse({ id: {} })).toEqual({});
  const byPart = all(taken, z.looseObject({ id: z.exactOptional(withDefault) }));
  expect(lazyWithDefaults(() => byPart).parse({ id: {} })).toEqual({});
});

test('members with names that every object inherits are added and removed like others', () => {
  const schema = lazyWithDefaults(() =>
    members(['constructor', z.string().default('x')], ['toString', ignored(z.string())]),
  );
  expect(Object.entries(schema.parse({ toString: 'a' }) as object)).toEqual([['constructor', 'x']]);
});

test('defaults that are lists are completed, and made anew for each value', () => {
  const schema = lazyWithDefaults(() =>
    z.looseObject({ list: z.array(withDefault).default(() => [{} as { x: number }]) }),
  );
  const [first, second] = [schema.parse({}), schema.parse({})] as { list: object[] }[];
  expect(first).toEqual({ list: [{ x: 1 }] });
  expect(second?.list[0]).not.toBe(first?.list[0]);
});

test('a value that is too long is not checked against other parts', () => {
  let calls = 0;
  const pattern = z.string().refine(() => {
    calls += 1;
    return false;
  });
  const schema = lazy(() => all(z.string().check(codePoints(0, 2)), pattern));
  expect(schema.safeParse('abc').error?.issues).toMatchObject([{ code: 'too_big' }]);
  expect(calls).toBe(0);
});

test('the findings about an object that is invalid at every level are bounded', () => {
  const node: z.ZodType = lazy(() =>
    all(z.looseObject({ child: z.exactOptional(node) }), z.looseObject({ x: z.unknown() })),
  );
  let value: unknown = {};
  for (let level = 0; level < 400; level += 1) value = { child: value };
  const issues = node.safeParse(value).error?.issues ?? [];
  expect(issues.length).toBeGreaterThan(0);
  expect(issues.length).toBeLessThanOrEqual(100);
});
