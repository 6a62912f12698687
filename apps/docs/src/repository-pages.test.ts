import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../decisions/', import.meta.url));
const files = readdirSync(FOLDER).filter((name) => /^\d{4}-/.test(name));
const index = readFileSync(`${FOLDER}README.md`, 'utf8');

test('the index of decisions lists each record once, by its title', () => {
  const listed = [...index.matchAll(/^- \[(.+)\]\((\d{4}-.+\.md)\)$/gm)].map(([, title, file]) => [
    file,
    title,
  ]);
  const records = files.map((file) => [
    file,
    /^# ([^:]+: .+)\n/.exec(readFileSync(FOLDER + file, 'utf8'))?.[1],
  ]);
  expect(listed.toSorted()).toEqual(records.toSorted());
});

test('each number has one record, or a line of the history', () => {
  const [, history = ''] = readFileSync(`${FOLDER}history.md`, 'utf8').split('# History');
  const past = [...history.matchAll(/\*\*(\d{4}): /g)].map(([, number]) => number);
  const numbers = [...files.map((file) => file.slice(0, 4)), ...past];
  expect(numbers.filter((number, position) => numbers.indexOf(number) !== position)).toEqual([]);
});
