/** The contract and its releases, and the documents that the site offers for download. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedDocument } from '@keyframe/openapi-docs';
import { isJsonObject, type JsonObject, loadDocument, type OpenApiModel } from '@keyframe/openapi-model';
import { stringify } from 'yaml';
import { clientSample } from './client-samples.ts';
import { WRITTEN_ADDRESS } from './written-address.ts';

/** The contract as it is now, in one file. */
const CONTRACT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));
const RELEASES = join(
  dirname(fileURLToPath(import.meta.resolve('@keyframe/spec/video/openapi.yaml'))),
  'releases',
);

/** Keeps the line breaks of texts. */
const YAML_OPTIONS = { aliasDuplicateObjects: false, lineWidth: 0, blockQuote: 'literal' } as const;

/** Reads the releases, the oldest first, followed by the current contract unless it is one of them. */
export async function readVersions(): Promise<OpenApiModel[]> {
  const files = readdirSync(RELEASES)
    .filter((name) => name.endsWith('.json'))
    .toSorted((left, right) => left.localeCompare(right, 'en', { numeric: true }));
  const releases = await Promise.all(files.map((name) => loadDocument(join(RELEASES, name))));
  const current = await loadDocument(CONTRACT);
  return [
    ...releases.filter((release) => getVersion(release.document) !== getVersion(current.document)),
    current,
  ];
}

/** Writes every version as JSON and YAML with the version in the name; the current version also without it. */
export function writeDocuments(versions: readonly OpenApiModel[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const model of versions) {
    const document = publishedDocument(model, {
      server: WRITTEN_ADDRESS,
      serverDescription: 'This deployment of the service.',
      keyVariable: 'KEYFRAME_API_KEY',
      client: clientSample(WRITTEN_ADDRESS),
    });
    const names = [`openapi-${getVersion(document)}`, ...(model === versions.at(-1) ? ['openapi'] : [])];
    for (const name of names) {
      writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(document, null, 2)}\n`);
      writeFileSync(join(folder, `${name}.yaml`), stringify(document, YAML_OPTIONS));
    }
  }
}

/** Reads the version from a document's `info`. */
export function getVersion({ info }: JsonObject): string {
  return isJsonObject(info) ? String(info.version) : '';
}
