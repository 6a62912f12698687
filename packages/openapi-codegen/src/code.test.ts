import { expect, test } from 'vitest';
import {
  type Code,
  call,
  docstring,
  list,
  object,
  operation,
  print,
  propertyKey,
  pure,
  quote,
} from './code.ts';

test('code that fits on a line stays on it', () => {
  expect(
    print(
      call(
        'z.object',
        object([
          ['a', '1'],
          ['b', undefined],
          ['c-d', list(['1', '2'])],
        ]),
      ),
    ),
  ).toBe("z.object({ a: 1, 'c-d': [1, 2] })");
});

test('code that does not fit is broken at its outermost brackets', () => {
  const long = quote('x'.repeat(60));
  expect(print(['const a = ', call('f', list([long, long])), ';'])).toBe(
    `const a = f([\n  ${long},\n  ${long},\n]);`,
  );
});

test('a member with a docstring keeps its object broken', () => {
  expect(print(object([['a', '1', 'First.\n\nSecond.']]))).toBe(
    '{\n  /**\n   * First.\n   *\n   * Second.\n   */\n  a: 1,\n}',
  );
});

test.each(["'", '\\', '\n', '\u2028', '`$`', '\\u0027', '\u0000'])('a string of %j is inert', (text) => {
  expect(new Function(`return ${quote(text)}`)()).toBe(text);
});

test('a docstring cannot be ended by its text', () => {
  expect(docstring('a */ b')).toBe('/** a *\\/ b */\n');
});

test('the names of members are quoted where they must be', () => {
  expect(['a', '$_1', '200', 200, '0x', 'a-b', '', '__proto__'].map(propertyKey)).toEqual([
    'a',
    '$_1',
    "'200'",
    '200',
    "'0x'",
    "'a-b'",
    "''",
    "['__proto__']",
  ]);
});

test('operands that do not fit on a line get one each', () => {
  expect(print(operation('|', ['a', 'b']))).toBe('a | b');
  const long = quote('x'.repeat(60));
  expect(print(['type A = ', operation('|', [long, long]), ';'])).toBe(`type A = ${long}\n  | ${long};`);
});

test('a long line of a docstring is wrapped at its spaces, a table is not', () => {
  const words = Array.from({ length: 40 }, () => 'word').join(' ');
  expect(
    docstring(words, '  ')
      .split('\n')
      .every((line) => line.length <= 110),
  ).toBe(true);
  expect(
    docstring(words)
      .replaceAll(/[\s*/]+/g, ' ')
      .trim(),
  ).toBe(words);
  expect(docstring(`| ${words} |`)).toBe(`/**\n * | ${words} |\n */\n`);
});

test.each<[Code, string]>([
  [quote('f(1)'), "'f(1)'"],
  [object([['a', list(['1'])]]), '{ a: [1] }'],
  [call('f', '1'), '/* @__PURE__ */ (() => f(1))()'],
  [[object([['a', call('f', '1')]])], '/* @__PURE__ */ (() => ({ a: f(1) }))()'],
])('a value that calls functions is made by one call that is pure: %j', (value, text) => {
  expect(print(pure(value))).toBe(text);
});
