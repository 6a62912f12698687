// Documents that others published on npm, as they are: nothing in the generator knows them.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Is one document: its name in tests, and its file. */
export interface RealDocument {
  name: string;
  path: string;
}

/** Lists the documents that are small enough for every run of the tests. */
export const SMALL_DOCUMENTS: readonly RealDocument[] = [
  import.meta.resolve('@readme/oas-examples/3.1/json/parameters-style.json'),
  import.meta.resolve('@readme/oas-examples/3.1/json/petstore.json'),
  import.meta.resolve('@readme/oas-examples/3.1/json/petstore-simple.json'),
  import.meta.resolve('@readme/oas-examples/3.1/json/readme-extensions.json'),
  import.meta.resolve('@readme/oas-examples/3.1/json/schema-encoding-style.json'),
  import.meta.resolve('@readme/oas-examples/3.1/json/schema-types.json'),
  import.meta.resolve('@readme/oas-examples/3.1/json/schema-validation-top-level.json'),
  import.meta.resolve('@readme/oas-examples/3.1/json/security.json'),
  import.meta.resolve('@readme/oas-examples/3.1/json/train-travel.json'),
  import.meta.resolve('@readme/oas-examples/3.1/json/webhooks.json'),
  import.meta.resolve('@scalar/galaxy/3.1.json'),
].map(locateDocument);

/** Lists the documents that only the proof takes, since they are large. */
const LARGE_DOCUMENTS: readonly RealDocument[] = [
  import.meta.resolve('@readme/oas-examples/3.1/json/readme.json'),
  import.meta.resolve('@figma/rest-api-spec/openapi/openapi.yaml'),
  import.meta.resolve('@octokit/openapi-webhooks/generated/api.github.com.json'),
].map(locateDocument);

/**
 * Finds the documents that words name: a file of one's own, relative to a folder, or all whose names hold the word.
 * Throws when a word names none.
 */
export function documentsNamed(words: readonly string[], folder: string): readonly RealDocument[] {
  const all = [...SMALL_DOCUMENTS, ...LARGE_DOCUMENTS];
  if (words.length === 0) return all;
  return words.flatMap((word) => {
    const path = resolve(folder, word);
    const found = existsSync(path) ? [{ name: word, path }] : all.filter(({ name }) => name.includes(word));
    if (found.length > 0) return found;
    throw new Error(`No file and no document of the list is named "${word}".`);
  });
}

function locateDocument(url: string): RealDocument {
  const path = fileURLToPath(url);
  return { name: path.replace(/^.*\/node_modules\//, ''), path };
}
