// Documents as others publish them. `pnpm -C packages/openapi-hono proof` proves all of them, with many more values.
import { afterAll, expect, test } from 'vitest';
import { documentsNamed, SMALL_DOCUMENTS } from './real-documents/documents.ts';
import { compileDocuments, generateDocument, proveDocument } from './real-documents/prove-document.ts';

const documents = await Promise.all(SMALL_DOCUMENTS.map(generateDocument));

afterAll(async () => {
  for (const document of documents) await document[Symbol.asyncDispose]();
});

test('the code of all documents compiles under TypeScript 5.9 and 7', async () => {
  expect(await compileDocuments(documents)).toBe('');
});

test.each(documents)('$name runs, loses nothing and decides as two others do', async (document) => {
  const { differences, disagreements, ...counts } = await proveDocument(document, { values: 40, seed: 1 });
  expect({ differences, disagreements }).toEqual({ differences: [], disagreements: [] });
  const { validators, accepted, refused } = counts;
  expect(validators === 0 || accepted > 0 || refused > 0).toBe(true);
});

test("the proof takes a file of one's own, or documents of the list by a part of their name", () => {
  const fixtures = import.meta.dirname;
  expect(documentsNamed(['fixtures/library.yaml', 'train-travel'], fixtures)).toMatchObject([
    { name: 'fixtures/library.yaml', path: expect.stringMatching(/tests.fixtures.library\.yaml$/) },
    { name: expect.stringContaining('train-travel') },
  ]);
  expect(() => documentsNamed(['nothing.yaml'], fixtures)).toThrow('nothing.yaml');
});
