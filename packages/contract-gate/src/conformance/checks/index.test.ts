import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHECKS } from './index.ts';

const LISTS = new Set(['index.ts', 'response-checks.ts']);

test('each file of the folder contains the check with its name', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => !LISTS.has(file) && !file.endsWith('.test.ts'),
  );
  expect(CHECKS.map(({ id }) => `${id}.ts`).toSorted()).toEqual(files.toSorted());
});

test.each(CHECKS)('$id has a title without a period and an explanation of sentences', (check) => {
  expect(check.title).toMatch(/^[A-Z].*[^.]$/);
  expect(check.explanation).toMatch(/^[A-Z`].*\.$/);
});
