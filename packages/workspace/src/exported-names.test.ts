import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countAllExports, listExports } from './exported-names.ts';

/** The count may only fall: lower it with each name that no user imports. */
const MOST_NAMES = 487;

test.each([
  ["export { first, type Second as Third } from './more.ts';", ['first', 'Third']],
  ["export {\n  first,\n  second,\n} from './more.ts';", ['first', 'second']],
  ["export type { First } from 'elsewhere';", ['First']],
  ["export * from './more.ts';\nexport const a = 1;", ['more', 'a']],
  ['export const a = 1;\nexport async function b() {}\nconst c = 2;', ['a', 'b']],
  ['export abstract class A {}\nexport interface B {}\nexport type C = A;', ['A', 'B', 'C']],
  ['export type A = 1;\nexport const A = 1;', ['A']],
])('lists the names of %j', (text, names) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'exported-names-'));
  writeFileSync(join(folder.path, 'more.ts'), 'export const more = 1;\n');
  const path = join(folder.path, 'index.ts');
  writeFileSync(path, text);
  expect(listExports(path)).toEqual(names);
});

test('published packages export no more names than before', () => {
  const counts = Object.values(countAllExports());
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MOST_NAMES);
});
