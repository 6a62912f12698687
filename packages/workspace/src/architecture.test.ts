// The tables of ARCHITECTURE.md beside the rules that lint enforces.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OUTERMOST_FOLDERS, PACKAGES, SERVER_FOLDERS } from './import-rules.ts';
import { ROOT } from './root.ts';

const rows = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('the table of packages lists all of them', () => {
  const listed = rows.map(([, folder = '']) => folder.replaceAll(/`|\/`$/g, ''));
  const directories = Object.values(PACKAGES).map(({ directory }) => directory);
  expect(directories.filter((directory) => !listed.includes(directory))).toEqual([]);
});

const SERVER = join(ROOT, 'apps/server/src');
const folders = readdirSync(SERVER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test('the README of the server lists each of its folders, and no other', () => {
  const listed = readFileSync(join(ROOT, 'apps/server/README.md'), 'utf8').matchAll(/^\| `([a-z]+)\/` \|/gm);
  expect([...listed].map(([, name]) => name).toSorted()).toEqual(folders.toSorted());
});

test('each folder of the server has a rule about its imports', () => {
  const ruled = [...Object.keys(SERVER_FOLDERS), ...Object.keys(OUTERMOST_FOLDERS)];
  expect(folders.filter((name) => !ruled.includes(name))).toEqual([]);
});

const MAX_LINES_WITHOUT_README = 500;
/** One screen. */
const MAX_README_LINES = 50;

function countLines(folder: string): number {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.tsx?$/.test(path),
  );
  return sources.reduce((sum, path) => sum + readFileSync(join(folder, path), 'utf8').split('\n').length, 0);
}

const largeFolders = folders.filter((name) => countLines(join(SERVER, name)) > MAX_LINES_WITHOUT_README);

test.each(largeFolders)('%s/ has a README with its entry, its rule and what must never happen', (name) => {
  const readme = readFileSync(join(SERVER, name, 'README.md'), 'utf8');
  expect(readme.split('\n').length).toBeLessThanOrEqual(MAX_README_LINES);
  for (const part of [/entry/i, /rule/i, /never/i]) expect(readme).toMatch(part);
});
