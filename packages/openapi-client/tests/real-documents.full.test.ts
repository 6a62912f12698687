// Published documents of other services: their clients compile under the strictest options, and an app that calls one of
// GitHub's operations ships only this one.
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import {
  compileFolders,
  type GeneratedFolder,
  generateIntoFolder,
  VERSIONS,
} from './support/generated-folder.ts';

const locate = (name: string) => fileURLToPath(import.meta.resolve(name));

const DOCUMENTS = {
  video: fileURLToPath(new URL('../../../spec/video/openapi.yaml', import.meta.url)),
  github: locate('@octokit/openapi/generated/api.github.com.json'),
  figma: locate('@figma/rest-api-spec/openapi/openapi.yaml'),
  'star-trek': locate('@readme/oas-examples/3.0/json/star-trek.json'),
  readme: locate('@readme/oas-examples/3.1/json/readme.json'),
  petstore: locate('@readme/oas-examples/3.1/json/petstore.json'),
  shipengine: locate('shipengine-openapi/openapi.yaml'),
} as const;

const names = Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[];
const folders = new Map<string, GeneratedFolder>();
for (const name of names) {
  folders.set(
    name,
    await generateIntoFolder(DOCUMENTS[name], {
      query: true,
      validate: true,
      dates: 'date',
      groupByTag: name === 'shipengine',
    }),
  );
}

afterAll(async () => {
  for (const folder of folders.values()) await folder[Symbol.asyncDispose]();
});

test.each(VERSIONS)('the clients of all documents compile under TypeScript %s', async (version) => {
  const [first, ...others] = [...folders.values()];
  expect(first && (await compileFolders([first, ...others], version))).toBe('');
});

/** Bundles an app for browsers and returns the code. */
async function bundle(folder: string, app: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: app, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

test.each([
  ['github', `import { reposGet as call } from './index.ts';`, '/repos/{owner}/{repo}'],
  ['video', `import { getTask as call } from './index.ts';`, '/v1/tasks/{id}'],
  ['shipengine', `import * as tags from './tags.ts'; const call = tags.createTag;`, '/v1/tags/{tag_name}'],
])('an app of %s that calls one operation ships no other', async (name, imports, path) => {
  const document = DOCUMENTS[name as keyof typeof DOCUMENTS];
  await using folder = await generateIntoFolder(document, { groupByTag: name === 'shipengine' });
  const text = await bundle(
    folder.path,
    `import { createClient } from './client.ts';
     ${imports}
     call(createClient({ baseUrl: location.origin }), { path: {} }).then(console.log);`,
  );
  const paths = text.match(/path:"\/[^"]*"/g) ?? [];
  expect(paths).toHaveLength(1);
  expect(paths[0]).toContain(path);
  expect(gzipSync(text, { level: 9 }).length).toBeLessThan(5900);
});
