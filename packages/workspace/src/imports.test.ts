import { expect, test } from 'vitest';
import { importsOf } from './imports.ts';

const cases: [string, string, boolean][] = [
  ["import { a } from 'm';", 'm', false],
  ["import 'm';", 'm', false],
  ["import type { A } from 'm';", 'm', true],
  ["import { type A, type B } from 'm';", 'm', true],
  ["import { a, type B } from 'm';", 'm', false],
  ["import data from './m.json' with { type: 'json' };", './m.json', false],
  ["export { a } from 'm';", 'm', false],
  ["export * from 'm';", 'm', false],
  ["export type { A } from 'm';", 'm', true],
  ["const m = await import('m');", 'm', false],
];

test.each(cases)('%s imports %s, types only: %s', (source, specifier, typesOnly) => {
  expect(importsOf('a.ts', source)).toEqual([{ specifier, typesOnly, line: 1 }]);
});

test('an import is found on its own line', () => {
  expect(importsOf('a.ts', "// first\n\nimport 'm';\n")[0]?.line).toBe(3);
});

test('an export of its own and a computed import are none', () => {
  expect(importsOf('a.ts', "export const a = 1;\nconst b = await import('x' + a);")).toEqual([]);
});

test('a file that is no TypeScript is refused by name', () => {
  expect(() => importsOf('broken.ts', 'const = ;')).toThrow("broken.ts can't be parsed");
});
