import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as checks from './index.ts';

const CHECKS = Object.values(checks);

const LISTS = new Set(['index.ts', 'response-checks.ts']);

test('each file of the folder contains the check with its name', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => !LISTS.has(file) && !file.endsWith('.test.ts'),
  );
  expect(CHECKS.map(({ id }) => `${id}.ts`).toSorted()).toEqual(files.toSorted());
});

test('each check is in a list that runs it, or in a phase', () => {
  const folder = join(import.meta.dirname, '..');
  const sources = globSync('**/*.ts', { cwd: folder })
    .filter((path) => path !== join('checks', 'index.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
  expect(CHECKS.map(({ id }) => id).filter((id) => !sources.includes(`/${id}.ts'`))).toEqual([]);
});

test.each(CHECKS)('$id has a title without a period and an explanation of sentences', (check) => {
  expect(check.title).toMatch(/^[A-Z].*[^.]$/);
  expect(check.explanation).toMatch(/^[A-Z`].*\.$/);
});
