// Documents that others have published, in npm packages of a fixed version.
import { fileURLToPath } from 'node:url';
import { isJsonObject, type JsonObject, loadDocument } from '@keyframe/openapi-model';

/** The address at which every mock answers. */
export const BASE = 'http://mock.example';

const EXAMPLES = '@readme/oas-examples';

/** The documents by the names of the tables. */
export const DOCUMENTS: Readonly<Record<string, string>> = {
  petstore: `${EXAMPLES}/3.1/json/petstore.json`,
  'petstore-expanded': `${EXAMPLES}/3.0/json/petstore-expanded.json`,
  'train-travel': `${EXAMPLES}/3.1/json/train-travel.json`,
  readme: `${EXAMPLES}/3.1/json/readme.json`,
  'readme-legacy': `${EXAMPLES}/3.0/json/readme-legacy.json`,
  galaxy: '@scalar/galaxy/3.1.json',
  figma: '@figma/rest-api-spec/openapi/openapi.yaml',
  shipengine: 'shipengine-openapi/openapi.json',
  github: '@octokit/openapi/generated/api.github.com.json',
  dialogporten: '@digdir/dialogporten-schema/swagger.verified.json',
  'ideal-postcodes': '@ideal-postcodes/openapi/dist/openapi.json',
  'open-payments': '@interledger/open-payments/dist/openapi/specs/resource-server.yaml',
};

/** Reads a document as JSON, with the address of the mocks as its only server. */
export async function readDocument(name: string): Promise<JsonObject> {
  const file = fileURLToPath(import.meta.resolve(DOCUMENTS[name] ?? name));
  const { document } = await loadDocument(file, { lenient: true });
  if (!isJsonObject(document)) throw new TypeError(`${file} must contain an object.`);
  return { ...document, servers: [{ url: BASE }] };
}
