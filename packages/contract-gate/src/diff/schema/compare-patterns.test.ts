import { expect, test } from 'vitest';
import { comparePatterns } from './compare-patterns.ts';

test.each<[before: string[], after: string[], onlyBefore: string | undefined, onlyAfter: string | undefined]>(
  [
    [['^a+$'], ['^a+$'], undefined, undefined],
    [['^[ab]$'], ['^(?:a|b)$'], undefined, undefined],
    [['^a+$'], ['^a*$'], undefined, ''],
    [['a'], ['ab'], 'a', undefined],
    [['^https?://'], ['^[a-z]+://'], undefined, 'a://'],
    [['^a|b$'], ['^a'], 'b', undefined],
    [['^$'], [''], undefined, '\0'],
    [[], ['^a'], '', undefined],
    [['^a', 'b$'], ['^a.*b$'], 'a\nb', undefined],
    [['^[^\\u0000]$'], ['^[^\\x00]$'], undefined, undefined],
    [['^.$'], ['^[\\s\\S]$'], undefined, '\n'],
    [
      ['^(?:[^\\u0000\\uD800-\\uDFFF]|[\\uD800-\\uDBFF][\\uDC00-\\uDFFF])*$'],
      ['^[^\\x00]*$'],
      undefined,
      '\udc00',
    ],
  ],
)('%j and %j: only the first has %j, only the second %j', (before, after, ...[onlyBefore, onlyAfter]) => {
  expect(comparePatterns(before, after)).toEqual({ onlyBefore, onlyAfter });
});

test.each([['^(?=.*\\d)[a-z\\d]+$'], ['^(a+)\\1$'], ['^[ab]*a[ab]{40}$'], ['(']])(
  '%s is not decided',
  (pattern) => {
    expect(comparePatterns([pattern], ['^a$'])).toBeUndefined();
  },
);
