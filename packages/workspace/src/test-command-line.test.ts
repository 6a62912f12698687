import { expect, test } from 'vitest';
import { ROOT } from './root.ts';
import { readTestCommandLine, type TestCommandLine } from './test-command-line.ts';

const DEFAULTS = { all: false, watch: false, title: undefined, targets: [] };
const MOCK = { packageName: '@keyframe/mock', directory: 'packages/mock', files: [] };
const CLI = 'src/command.test.ts';

const accepted: [string, string[], Partial<TestCommandLine>][] = [
  ['no argument', [], {}],
  ['--all', ['--all'], { all: true }],
  ['the folder name of a package', ['mock'], { targets: [MOCK] }],
  ['the name of a package', ['@keyframe/mock'], { targets: [MOCK] }],
  ['the folder of a package', ['packages/mock/'], { targets: [MOCK] }],
  ['a file', [`packages/mock/${CLI}`], { targets: [{ ...MOCK, files: [CLI] }] }],
  ['a folder of a package', ['packages/mock/src'], { targets: [{ ...MOCK, files: ['src'] }] }],
  ['a file and its package', [`packages/mock/${CLI}`, 'mock'], { targets: [MOCK] }],
  [
    'a package in a package',
    ['consumers'],
    {
      targets: [
        { packageName: '@keyframe/consumers', directory: 'packages/acceptance/consumers', files: [] },
      ],
    },
  ],
  ['a title', ['mock', '-t', 'RES-20'], { targets: [MOCK], title: 'RES-20' }],
  ['--watch', ['mock', '--watch'], { targets: [MOCK], watch: true }],
];

test.each(accepted)('reads %s', (_, args, expected) => {
  expect(readTestCommandLine(ROOT, args)).toEqual({ ...DEFAULTS, ...expected });
});

test.each([
  ['an unknown package', ['mok'], 'Package or path "mok" not found.'],
  ['a path outside of packages', ['package.json'], '"package.json" is not part of a package.'],
  ['a path outside of the repository', ['/'], '"/" is not part of a package.'],
  ['a title without a package', ['-t', 'x'], '--watch and -t need a package or a path.'],
  ['--watch with two packages', ['mock', 'client', '--watch'], '--watch needs exactly one package.'],
  ['an unknown option', ['--wach'], "Unknown option '--wach'"],
])('rejects %s', (_, args, message) => {
  expect(() => readTestCommandLine(ROOT, args)).toThrow(message);
});
