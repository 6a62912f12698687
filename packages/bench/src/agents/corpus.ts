// Documents that others have published, in npm packages of a fixed version, and those of a folder.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FILES = [
  '@blockfrost/openapi/openapi.yaml',
  '@digdir/dialogporten-schema/swagger.verified.json',
  '@figma/rest-api-spec/openapi/openapi.yaml',
  '@ideal-postcodes/openapi/dist/openapi.json',
  '@interledger/open-payments/dist/openapi/specs/auth-server.yaml',
  '@interledger/open-payments/dist/openapi/specs/resource-server.yaml',
  '@interledger/open-payments/dist/openapi/specs/wallet-address-server.yaml',
  '@octokit/openapi-webhooks/generated/api.github.com.json',
  '@octokit/openapi/generated/api.github.com.json',
  '@scalar/galaxy/3.1.json',
  'shipengine-openapi/openapi.json',
];
const EXAMPLE = '@readme/oas-examples/3.1/json/petstore.json';
const VERSIONS = ['2.0', '3.0', '3.1'];

/** Lists the documents of the packages, and those of a folder. */
export function listCorpus(folder?: string): string[] {
  const examples = join(dirname(locate(EXAMPLE)), '../..');
  return [
    ...VERSIONS.flatMap((version) => listDocuments(join(examples, version, 'json'))),
    ...FILES.map(locate),
    ...(folder === undefined ? [] : listDocuments(folder)),
  ];
}

function listDocuments(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return entries.filter((entry) => /\.(?:json|ya?ml)$/.test(entry)).map((entry) => join(folder, entry));
}

function locate(name: string): string {
  return fileURLToPath(import.meta.resolve(name));
}
