// Documents that others published on npm, as they are, which all generators are asked to generate from.
import { join } from 'node:path';

/** A document: its name in the table, and its file. */
export interface LargeDocument {
  readonly name: string;
  readonly path: string;
}

const PACKAGES = join(import.meta.dirname, '../../node_modules');

/** Documents of 0.3 to 4.8 MB, of OpenAPI 3.0 and 3.1. */
export const LARGE_DOCUMENTS: readonly LargeDocument[] = [
  { name: 'readme', path: '@readme/oas-examples/3.1/json/readme.json' },
  { name: 'star-trek', path: '@readme/oas-examples/3.0/json/star-trek.json' },
  { name: 'figma', path: '@figma/rest-api-spec/openapi/openapi.yaml' },
  { name: 'blockfrost', path: '@blockfrost/openapi/openapi.yaml' },
  { name: 'shipengine', path: 'shipengine-openapi/openapi.yaml' },
].map(({ name, path }) => ({ name, path: join(PACKAGES, path) }));
