import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { negated } from './condition.ts';

test.each([
  ['!isString(v)', 'isString(v)'],
  ['isString(v)', '!isString(v)'],
  ["v === ''", "v !== ''"],
  ['v.length < 2', 'v.length >= 2'],
  ["(v as unknown) !== 'a'", "(v as unknown) === 'a'"],
  ["v !== 'a && b' && v !== '('", "v === 'a && b' || v === '('"],
  ['v !== undefined && (!isString(v) || v === 1)', 'v === undefined || (isString(v) && v !== 1)'],
  ['!(a(v) || b(v))', 'a(v) || b(v)'],
  ['a(v) && (b(v) || !c(v))', '!a(v) || (!b(v) && c(v))'],
  ['v.some((w: unknown) => !a(w) || w < 1)', '!v.some((w: unknown) => !a(w) || w < 1)'],
  ['(a(v) ? 1 : 0)', '!(a(v) ? 1 : 0)'],
])('%s: the opposite is %s', (condition, opposite) => {
  expect(negated(condition)).toBe(opposite);
});

const NAMES = ['a', 'b', 'c'] as const;

function generateCondition(random: () => number, depth: number): string {
  const name = NAMES[Math.floor(random() * NAMES.length)];
  const kind = Math.floor(random() * (depth === 0 ? 3 : 5));
  if (kind < 3) return [`${name}(1)`, `!${name}(1)`, `${name}(1) === true`][kind] ?? '';
  const [one, other] = [generateCondition(random, depth - 1), generateCondition(random, depth - 1)];
  return kind === 3 ? `(${one}) && (${other})` : `!(${one} || ${other})`;
}

test('negates every condition', () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let count = 0; count < 300; count += 1) {
    const condition = generateCondition(random, 3);
    for (let bits = 0; bits < 8; bits += 1) {
      const values = Object.fromEntries(
        NAMES.map((name, index) => [name, () => ((bits >> index) & 1) === 1]),
      );
      const [one, other] = [condition, negated(condition)].map((code) => runInNewContext(code, values));
      expect([condition, other]).toEqual([condition, !one]);
    }
  }
});
