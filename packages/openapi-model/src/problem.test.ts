import { expect, test } from 'vitest';
import { formatProblems, type Problem } from './problem.ts';

const createProblem = (line: number, message: string, others: Partial<Problem> = {}): Problem => ({
  file: 'api.yaml',
  line,
  column: 3,
  pointer: `#/${line}`,
  message,
  repair: 'Correct it.',
  ...others,
});

test.each<[name: string, problems: Problem[], lines: string[]]>([
  ['no problem', [], ['']],
  ['an unlocated problem', [{ pointer: '#/a', message: 'A.', repair: 'B.' }], ['input #/a A. B.']],
  [
    'an excerpt',
    [createProblem(12, 'Wrong.', { excerpt: 'a: b\n   ^' })],
    ['api.yaml:12:3 #/12 Wrong. Correct it.', '  12 | a: b', '     |    ^'],
  ],
  [
    'two equal problems around another one',
    [createProblem(1, 'Wrong.'), createProblem(2, 'Other.'), createProblem(3, 'Wrong.')],
    [
      'api.yaml:1:3 #/1 Wrong. Correct it.',
      '  also at api.yaml:3:3 #/3',
      'api.yaml:2:3 #/2 Other. Correct it.',
    ],
  ],
  [
    'equal problems with an excerpt, which only the first shows',
    [createProblem(1, 'Wrong.', { excerpt: 'a\n^' }), createProblem(3, 'Wrong.', { excerpt: 'b\n^' })],
    ['api.yaml:1:3 #/1 Wrong. Correct it.', '  1 | a', '    | ^', '  also at api.yaml:3:3 #/3'],
  ],
  [
    'one problem that was found twice',
    [createProblem(1, 'Wrong.'), createProblem(1, 'Wrong.')],
    ['api.yaml:1:3 #/1 Wrong. Correct it.'],
  ],
  [
    'more equal problems than are listed',
    [1, 2, 3, 4, 5, 6, 7].map((line) => createProblem(line, 'Wrong.')),
    [
      'api.yaml:1:3 #/1 Wrong. Correct it.',
      ...[2, 3, 4, 5].map((line) => `  also at api.yaml:${line}:3 #/${line}`),
      '  and at 2 more',
    ],
  ],
  [
    'equal texts of different rules',
    [createProblem(1, 'Wrong.', { rule: 'nullable' }), createProblem(2, 'Wrong.')],
    ['api.yaml:1:3 #/1 Wrong. Correct it.', 'api.yaml:2:3 #/2 Wrong. Correct it.'],
  ],
])('formats %s', (_, problems, lines) => {
  expect(formatProblems('input', problems).split('\n')).toEqual(lines);
});
