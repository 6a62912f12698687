// Documents that others published on npm, as they are: nothing in the generator knows them.
import { fileURLToPath } from 'node:url';

/** Is one document: its name in tests, and its file. */
export interface RealDocument {
  name: string;
  path: string;
}

const README_EXAMPLES = [
  'petstore',
  'petstore-simple',
  'readme-extensions',
  'schema-encoding-style',
  'security',
  'webhooks',
];

/** Lists the documents that are small enough for every run of the tests. */
export const SMALL_DOCUMENTS: readonly RealDocument[] = [
  ...README_EXAMPLES.map((name) => documentOf(`@readme/oas-examples/3.1/json/${name}.json`)),
];

/** Lists the documents that take a minute or more to prove. */
export const LARGE_DOCUMENTS: readonly RealDocument[] = [
  documentOf('@figma/rest-api-spec/openapi/openapi.yaml'),
];

function documentOf(specifier: string): RealDocument {
  return { name: specifier, path: fileURLToPath(import.meta.resolve(specifier)) };
}
