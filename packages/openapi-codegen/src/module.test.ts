import { expect, test } from 'vitest';
import { bracket, type Code, declare, operation, reference } from './code.ts';
import { exportLine, type ModuleOptions, printModule, replaceImportExtension } from './module.ts';

const read = reference('runtime', 'read');
const types = reference('./types.ts', 'type Pet');

test.each<[name: string, code: Code, text: string, options?: ModuleOptions]>([
  ['no names', 'export {};\n', 'export {};\n'],
  [
    'one name in several places',
    [read, '(', bracket('[', [read], ']'), ');\n'],
    "import { read } from 'runtime';\n\nread([read]);\n",
  ],
  [
    'names of types only',
    ['type A = ', types, ';\n'],
    "import type { Pet } from './types.ts';\n\ntype A = Pet;\n",
  ],
  [
    'a value next to its type',
    [reference('runtime', 'type Pet'), ' ', reference('runtime', 'Pet')],
    "import { Pet } from 'runtime';\n\nPet Pet",
  ],
  [
    'packages before files, each by name',
    [types, reference('./dates.ts', 'date'), reference('b', 'b'), reference('a', 'a')].map(
      (name): Code => [name, ';'],
    ),
    "import { a } from 'a';\nimport { b } from 'b';\nimport { date } from './dates.ts';\nimport type { Pet } from './types.ts';\n\nPet;date;b;a;",
  ],
  [
    'names of a namespace',
    [reference('./decisions.ts', '* as decisions'), '.isA'],
    "import * as decisions from './decisions.ts';\n\ndecisions.isA",
  ],
  [
    'an alias of the code',
    reference('runtime', 'create as createRuntime'),
    "import { create as createRuntime } from 'runtime';\n\ncreateRuntime",
  ],
  [
    'a declared name',
    operation('|', [declare('read'), read]),
    "import { read as read2 } from 'runtime';\n\nread | read2",
  ],
  [
    'a name of a file and of a package',
    [read, ' ', reference('./operations.ts', 'read')],
    "import { read as read2 } from 'runtime';\nimport { read } from './operations.ts';\n\nread2 read",
  ],
  ['its own names', types, 'Pet', { path: './types.ts' }],
  [
    'modules that are written differently',
    types,
    "import type { Pet } from './types.js';\n\nPet",
    { resolve: (module) => module.replace('.ts', '.js') },
  ],
])('prints a module with %s', (...[, code, text, options]) => {
  expect(printModule(code, options)).toBe(text);
});

test.each([
  [[], ''],
  [['type B', 'a'], "export { a, type B } from 'm';\n"],
  [['type B', 'type A'], "export type { A, B } from 'm';\n"],
])('exports %j', (specifiers, line) => {
  expect(exportLine(specifiers, 'm')).toBe(line);
});

test.each([
  ['./a.ts', 'ts', './a.ts'],
  ['./a.ts', 'js', './a.js'],
  ['./a.ts', 'none', './a'],
  ['./a.json', 'js', './a.json'],
  ['@example/a.ts', 'js', '@example/a.ts'],
] as const)('the module %s with the extension %s is imported as %s', (module, extension, expected) => {
  expect(replaceImportExtension(module, extension)).toBe(expected);
});
