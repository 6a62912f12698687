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

const folders = readdirSync(join(ROOT, 'apps/server/src'), { withFileTypes: true })
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
