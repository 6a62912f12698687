// `npm test` and `npm run test:all` together run every test file of every package.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGES } from './import-rules.ts';
import { ROOT } from './root.ts';
import { selectSuite } from './vitest.ts';

const SKIPPED = (name: string) => name === 'node_modules' || name === 'dist';
const packages = Object.values(PACKAGES).map(({ directory }) => {
  const { scripts = {} } = JSON.parse(readFileSync(join(ROOT, directory, 'package.json'), 'utf8'));
  return { directory, scripts: scripts as Readonly<Record<string, string>> };
});
const files = globSync('{spec,packages,apps}/**/*.test.ts', { cwd: ROOT, exclude: SKIPPED });

/** The innermost package that a file is in. */
function findPackage(path: string) {
  return packages
    .filter(({ directory }) => path.startsWith(`${directory}/`))
    .toSorted((left, right) => right.directory.length - left.directory.length)[0];
}

test('every package with a test file has a script that runs it', () => {
  const orphans = files.filter((path) => findPackage(path)?.scripts.test === undefined);
  expect(orphans).toEqual([]);
});

test('every package is compiled, by a script of its own or by the program at the root', () => {
  const { include, exclude } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'));
  const shared = globSync(include, { cwd: ROOT });
  const isShared = ({ directory }: { directory: string }) =>
    shared.some((path) => path.startsWith(`${directory}/`)) && !exclude.includes(directory);
  const uncompiled = packages.filter((each) => !isShared(each) && each.scripts.typecheck === undefined);
  expect(uncompiled.map(({ directory }) => directory)).toEqual([]);
});

test('every package with a full suite separates it from the quick one', () => {
  const directories = files
    .filter((path) => path.endsWith('.full.test.ts'))
    .map((path) => findPackage(path)?.directory ?? dirname(path));
  expect(directories).not.toEqual([]);
  for (const directory of new Set(directories)) {
    const { scripts } = findPackage(`${directory}/a`) ?? {};
    expect(scripts?.test, directory).toMatch(/\bTEST_SUITE=quick vitest run\b/);
    expect(scripts?.['test:full'], directory).toMatch(/\bTEST_SUITE=(full|all) vitest run\b/);
  }
});

test('no task reads a glob over all folders, which would include reports and installed packages', () => {
  const tasks = readFileSync(join(ROOT, 'turbo.json'), 'utf8');
  const inputs = [...tasks.matchAll(/"inputs": (\[[^\]]*\])/g)].map(([, list = '']) => list);
  expect(inputs.length).toBeGreaterThan(5);
  expect(inputs.filter((list) => list.includes('"**/'))).toEqual([]);
});

test('the selections are complete, and an unknown one is rejected', () => {
  expect(selectSuite('quick').exclude).toEqual(['**/*.full.test.ts']);
  expect(selectSuite('full').include).toEqual(['{src,tests}/**/*.full.test.ts']);
  expect(selectSuite('all')).toMatchObject({ include: selectSuite('quick').include, exclude: [] });
  expect(() => selectSuite('slow')).toThrow('TEST_SUITE must be quick, full or all (got slow).');
});
