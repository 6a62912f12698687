import { runInNewContext } from 'node:vm';
import { print } from '@keyframe/openapi-codegen';
import { expect, test } from 'vitest';
import {
  and,
  call,
  compare,
  type Expression,
  expressionCode,
  findPredicate,
  negate,
  not,
  or,
  term,
} from './expression.ts';

const [a, b, c] = ['a', 'b', 'c'].map((name) => call(name, 'v')) as [Expression, Expression, Expression];

test.each([
  [not(a), '!a(v)', 'a(v)'],
  [term('matched'), 'matched', '!matched'],
  [compare('v', '===', "''"), "v === ''", "v !== ''"],
  [compare('v.length', '<', '2'), 'v.length < 2', 'v.length >= 2'],
  [not(compare('v', '===', '1')), '!(v === 1)', 'v === 1'],
  [and(a, or(not(b), c)), 'a(v) && (!b(v) || c(v))', '!a(v) || (b(v) && !c(v))'],
  [and(a, and(b, c)), 'a(v) && b(v) && c(v)', '!a(v) || !b(v) || !c(v)'],
  [not(or(a, b)), '!(a(v) || b(v))', 'a(v) || b(v)'],
  [and(), 'true', '!true'],
  [or(), 'false', '!false'],
])('%j is written as %s, and its opposite as %s', (condition, text, opposite) => {
  const written = [condition, negate(condition)].map((one) => print(expressionCode(one)));
  expect(written).toEqual([text, opposite]);
});

test.each([
  [not(call('isA', 'v1')), 'isA'],
  [call('isA', 'v1'), undefined],
  [not(call('isA', 'v2')), undefined],
  [not(call('isA', 'v1', '2')), undefined],
  [not(call(['names', '.has'], 'v1')), undefined],
])('the only predicate of %j is %s', (condition, predicate) => {
  expect(findPredicate(condition, 'v1')).toBe(predicate);
});

const NAMES = ['a', 'b', 'c'] as const;

function generateCondition(random: () => number, depth: number): Expression {
  const test = call(NAMES[Math.floor(random() * NAMES.length)] ?? 'a', '1');
  const kind = Math.floor(random() * (depth === 0 ? 3 : 6));
  if (kind < 3) return [test, not(test), compare(expressionCode(test), '===', 'true')][kind] ?? test;
  const [left, right] = [generateCondition(random, depth - 1), generateCondition(random, depth - 1)];
  return [and(left, right), or(left, right), not(or(left, right))][kind - 3] ?? left;
}

test('negates every condition', () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let count = 0; count < 300; count += 1) {
    const condition = generateCondition(random, 3);
    const codes = [condition, negate(condition)].map((one) => print(expressionCode(one)));
    for (let bits = 0; bits < 8; bits += 1) {
      const values = Object.fromEntries(
        NAMES.map((name, index) => [name, () => ((bits >> index) & 1) === 1]),
      );
      const [accepted, refused] = codes.map((code) => runInNewContext(code, values));
      expect(refused, codes.join(' / ')).toBe(!accepted);
    }
  }
});
