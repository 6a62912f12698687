import { expect, test } from 'vitest';
import { z } from 'zod';
import { lazy, lazyWithDefaults } from './lazy.ts';
import { memoizeRecursion, recursive } from './memoize-recursion.ts';
import { anyOf, oneOf } from './union.ts';

interface Chain {
  next?: Chain;
}

const DEPTH = 60;

function createChain(depth: number, end: object = {}): Chain {
  let chain: Chain = end;
  for (let level = 0; level < depth; level += 1) chain = { next: chain };
  return chain;
}

test('a decision that visits each part twice is made once for each, and again in the next call', () => {
  let calls = 0;
  const decide = recursive((chain: Chain): boolean => {
    calls += 1;
    return !chain.next || (decide(chain.next) && decide(chain.next));
  });
  const chain = createChain(DEPTH);
  expect(decide(chain)).toBe(true);
  expect(calls).toBeLessThan(2_000);
  const first = calls;
  expect(decide(chain)).toBe(true);
  expect(calls).toBe(first * 2);
});

test('results are not kept after a call that throws', () => {
  let isBroken = true;
  const decide = recursive((chain: Chain): boolean => {
    if (chain.next) return decide(chain.next) && decide(chain.next);
    if (isBroken) throw new RangeError('broken');
    return true;
  });
  const chain = createChain(DEPTH);
  expect(() => decide(chain)).toThrow('broken');
  isBroken = false;
  expect(decide(chain)).toBe(true);
});

test('a result is reused only for an argument that it is the result of', () => {
  const collect = memoizeRecursion(
    (chain: Chain, sum: number): number => {
      if (!chain.next) return sum + 1;
      return collect(chain.next, collect(chain.next, sum));
    },
    { isReusable: (result, sum) => result === sum },
  );
  expect(collect(createChain(4), 0)).toBe(16);
});

// Both branches lead back to the type, so the routes to the last level double with each level.
const exclusive: z.ZodType = lazy(() =>
  oneOf([
    z.looseObject({ next: exclusive.optional(), a: z.string() }),
    z.looseObject({ next: exclusive.optional(), b: z.string() }),
  ]),
);

test('a deep value of a recursive union is accepted, and its wrong end is found, in linear time', () => {
  const deep = (end: object) => {
    let chain: object = end;
    for (let level = 0; level < DEPTH; level += 1) chain = { next: chain, a: 'x' };
    return chain;
  };
  expect(exclusive.safeParse(deep({ b: 'x' })).success).toBe(true);
  const { error } = exclusive.safeParse(deep({ a: 1 }));
  expect(error?.issues).toMatchObject([{ path: [...Array(DEPTH).fill('next'), 'a'], expected: 'string' }]);
});

test('a deep value of overlapping recursive branches is completed in linear time', () => {
  const node: z.ZodType = lazyWithDefaults(() =>
    anyOf([
      z.looseObject({ next: node.optional(), a: z.string().default('x') }),
      z.looseObject({ next: node.optional(), b: z.string().default('y') }),
    ]),
  );
  let expected: object = { a: 'x', b: 'y' };
  for (let level = 0; level < DEPTH; level += 1) expected = { next: expected, a: 'x', b: 'y' };
  expect(node.parse(createChain(DEPTH))).toEqual(expected);
});
