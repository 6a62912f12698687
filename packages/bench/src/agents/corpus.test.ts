import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listCorpus } from './corpus.ts';

const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
mkdirSync(join(folder, 'more'));
for (const file of ['b.yaml', 'a.json', 'more/c.yml', 'notes.txt']) writeFileSync(join(folder, file), '');

afterAll(() => rmSync(folder, { recursive: true }));

test('the corpus has the documents of the packages, each once', () => {
  const corpus = listCorpus();
  expect(corpus.length).toBeGreaterThan(75);
  expect(new Set(corpus).size).toBe(corpus.length);
});

test('the documents of a folder follow in the order of their names', () => {
  const own = listCorpus(folder).filter((path) => path.startsWith(folder));
  expect(own).toEqual(['a.json', 'b.yaml', 'more/c.yml'].map((file) => join(folder, file)));
});
