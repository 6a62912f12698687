// Published documents: users of openapi-typescript get types that accept the same values.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { folderName, listDifferences, writeBothTypes } from './support/compare-types.ts';
import { compileFiles, createFolder, VERSIONS } from './support/generated-folder.ts';

const locate = (module: string) => fileURLToPath(import.meta.resolve(module));

const EXAMPLES = await Promise.all(
  ['3.0', '3.1'].map(async (version) => {
    const folder = dirname(locate(`@readme/oas-examples/${version}/json/petstore.json`));
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    return names.map((name) => ({ version, path: join(folder, name) }));
  }),
);

const DOCUMENTS = [
  ...EXAMPLES.flat(),
  { version: 'figma', path: locate('@figma/rest-api-spec/openapi/openapi.yaml') },
  { version: 'shipengine', path: locate('shipengine-openapi/openapi.json') },
];

// One of the two does not read these.
const UNREAD = [
  '3.0-discriminators', // openapi-typescript takes the values of a mapping for files
];

// OpenAPI 3.0 has bodies of GET requests ignored; openapi-typescript prints them.
const BODIES_OF_GET = {
  '3.0-response-schemas': ['/anything/object: theirs is wider'],
  '3.0-schema-enums': ['/anything/strings: theirs is wider', 'number_enumSupport: theirs is wider'],
};

const folder = await createFolder();
afterAll(() => rm(folder, { recursive: true }));

test('accept the same values as those of openapi-typescript', async () => {
  const unread: string[] = [];
  for (const { version, path } of DOCUMENTS) {
    const name = `${version}-${folderName(path)}`;
    await writeBothTypes(path, join(folder, name)).catch(() => unread.push(name));
  }
  expect([unread, await listDifferences(folder)]).toEqual([UNREAD, BODIES_OF_GET]);
}, 600_000);

test.each(VERSIONS)(
  'compile under TypeScript %s',
  async (version) => {
    expect(await compileFiles(folder, ['*/ours.ts'], version)).toBe('');
  },
  600_000,
);

test('reports members that differ', async () => {
  const ours = join(folder, '3.1-petstore/ours.ts');
  const text = await readFile(ours, 'utf8');
  await writeFile(ours, text.replace(/(?<=Tag: \{[^}]*id\?: )number/, 'string'));
  const differences = await listDifferences(folder);
  expect(differences).toEqual({
    ...BODIES_OF_GET,
    '3.1-petstore': expect.arrayContaining(['Tag: both differ']),
  });
}, 600_000);
