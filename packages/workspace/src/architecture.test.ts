// The tables of ARCHITECTURE.md beside the rules that lint enforces.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OUTERMOST_FOLDERS, PACKAGES, SERVER_FOLDERS } from './import-rules.ts';
import { ROOT } from './root.ts';

const EXAMPLES = Object.keys(PACKAGES).filter((name) => name.startsWith('example-'));
const rows = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

/** The names in a cell such as `db, telemetry`, without remarks such as `types only`. */
function readNames(cell = ''): string[] {
  return cell
    .split(/[,;] /)
    .flatMap((name) => (name === 'the examples' ? EXAMPLES : [name]))
    .filter((name) => !/^(?:nothing|no other folder|types only|in tests)$/.test(name))
    .toSorted();
}

test('the table of packages says what each may import', () => {
  const written = rows
    .filter(([, folder = '']) => /^`(?:spec|packages|apps)\//.test(folder))
    .map(([, folder = '', , imports]) => [folder.replaceAll(/`|\/`$/g, ''), readNames(imports)] as const);
  const enforced = Object.values(PACKAGES).map(
    ({ directory, imports, types = [] }) => [directory, [...imports, ...types].toSorted()] as const,
  );
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(enforced));
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
