// The tables of ARCHITECTURE.md beside the rules that lint enforces.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OUTERMOST_FOLDERS, PACKAGES, SERVER_FOLDERS } from './import-rules.ts';
import { ROOT } from './root.ts';

const rows = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

/** Reads the names in a cell such as `db, telemetry`. */
function readNames(cell = ''): string[] {
  return cell
    .split(', ')
    .filter((name) => name !== 'no other folder')
    .toSorted();
}

test('the table of packages lists all of them', () => {
  const listed = rows.map(([, folder = '']) => folder.replaceAll(/`|\/`$/g, ''));
  const directories = Object.values(PACKAGES).map(({ directory }) => directory);
  expect(directories.filter((directory) => !listed.includes(directory))).toEqual([]);
});

test('the table of the server says what each folder may import, from the lowest up', () => {
  const written = rows
    .filter(([, folder = '']) => /^`[a-z]+\/`/.test(folder) && !folder.startsWith('`spec'))
    .flatMap(([, folders = '', imports]) =>
      [...folders.matchAll(/`([a-z]+)\/`/g)].map(([, name = '']) => [name, imports] as const),
    );
  const outermost = Object.keys(OUTERMOST_FOLDERS);
  const inner = written.filter(([name]) => !outermost.includes(name));
  expect(Object.fromEntries(inner.map(([name, imports]) => [name, readNames(imports)]))).toEqual(
    Object.fromEntries(
      Object.entries(SERVER_FOLDERS).map(([name, imports]) => [name, [...imports].toSorted()]),
    ),
  );
  expect(inner.map(([name]) => name)).toEqual(Object.keys(SERVER_FOLDERS));
  expect(written.map(([name]) => name).toSorted()).toEqual(
    [...Object.keys(SERVER_FOLDERS), ...outermost].toSorted(),
  );
});
