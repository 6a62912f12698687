import { expect, test } from 'vitest';
import { compareCounts, countFindings, lowerBaseline } from './baseline.ts';
import { measureSource } from './measure-language.ts';

const find = (path: string, text: string): string[] =>
  measureSource(path, text).findings.map(({ kind, text: found }) => `${kind}: ${found}`);

test.each([
  [
    'a comment',
    '// What a process is asked.',
    ['opening: // What a process is asked.', 'glossary: What a process is asked.'],
  ],
  ['a comment after code', 'const a = 1; // Of all owners.', ['opening: const a = 1; // Of all owners.']],
  ['a doc comment', '/** Whether it is one. */', []],
  ['a line of a doc comment', '/**\n * As in RFC 9110.\n */', ['opening: * As in RFC 9110.']],
  ['a test title', "test('RES-20 what is sent', () => {});", ['opening: RES-20 what is sent']],
  ['a title of a table', "test.each([1])('of %s', () => {});", ['opening: of %s']],
  ['a function', 'function shapeOf() {}', ['postposition: shapeOf']],
  ['an arrow function', 'const idIn = () => 1;', ['postposition: idIn']],
  ['a method', 'class A { textFrom() {} }', ['postposition: textFrom']],
  ['a private method', 'class A { #shapeOf() {} }', ['postposition: shapeOf']],
  ['an accessor', 'class A { get sizeOf() { return 1; } }', ['postposition: sizeOf']],
  ['a type', 'type ShapeOf<T> = T;', ['postposition: ShapeOf']],
  ['a class', 'class FoundIn {}', ['postposition: FoundIn']],
  ['a private member', 'class A { #place = 1; }', ['glossary: place']],
  ['a comment that begins with Whose', '// Whose key it is.', ['opening: // Whose key it is.']],
  ['a constant', 'const partOf = 1;', []],
  ['terms', 'class A { multipleOf() {} signIn() {} inPlace() {} }', []],
  ['a name that ends like a preposition', 'function checkin() {}', []],
  ['a glossary word in a name', 'const isTold = 1;', ['glossary: isTold']],
  [
    'a glossary word in a message',
    "fail('There are so many of them');",
    ['glossary: There are so many of them'],
  ],
  ['an idiom', '// Sorts in place; takes place once.', []],
] as const)('finds the words of %s', (_name, text, expected) => {
  expect(find('packages/a/src/a.ts', text)).toEqual(expected);
});

test.each([
  ['packages/a/src/api-error-of.ts', ['postposition: api-error-of']],
  ['packages/a/src/what-to-fill.test.ts', ['opening: what-to-fill']],
  ['docs/judges.md', ['glossary: judges']],
  ['packages/a/src/compile-in-place.ts', []],
  ['packages/a/src/multiple-of.ts', []],
])('finds the words of the file name %s', (path, expected) => {
  expect(find(path, '')).toEqual(expected);
});

test('reads prose of Markdown without code, addresses and front matter', () => {
  const text = '---\ntitle: told\n---\nIt `told` us.\n```\ntold\n```\n[a](told.md)\nIt told us.\n';
  expect(find('README.md', text)).toEqual(['glossary: It told us.']);
});

const counts = countFindings(
  measureSource('packages/a/src/a.ts', '// What it is.\nfunction shapeOf() {}').findings,
);

test('reports counts above the baseline', () => {
  expect(compareCounts({ openings: 0, postpositions: 5, glossary: 0 }, counts, 1)).toEqual([
    '1 openings found, at most 0 allowed',
  ]);
  expect(compareCounts({ openings: 1, postpositions: 0, glossary: 0 }, counts, 1)).toHaveLength(1);
  expect(compareCounts(counts, counts, 1)).toEqual([]);
});

test('lowers the baseline only', () => {
  expect(lowerBaseline({ openings: 0, postpositions: 5, glossary: 0 }, counts)).toEqual({
    openings: 0,
    postpositions: 1,
    glossary: 0,
  });
});

test('allows postpositions for three percent of the functions', () => {
  const none = { openings: 0, postpositions: 0, glossary: 0 };
  expect(compareCounts(none, { ...none, postpositions: 3 }, 100)).toEqual([]);
  expect(compareCounts(none, { ...none, postpositions: 4 }, 100)).toHaveLength(1);
});
