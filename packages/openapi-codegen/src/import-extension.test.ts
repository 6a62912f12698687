import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findImportExtension } from './import-extension.ts';

const NEXT = `{
  // Settings that create-next-app writes.
  "compilerOptions": {
    "module": "esnext", "moduleResolution": "bundler", /* a comment */
    "paths": { "@/*": ["./*"], "a//b": ["c,]"] },
  },
}`;

test.each<[string, Record<string, string>, string]>([
  ['without a configuration', {}, 'ts'],
  ['for a bundler, with comments', { 'tsconfig.json': NEXT }, 'none'],
  [
    'for a bundler, with extensions',
    {
      'tsconfig.json': '{"compilerOptions":{"moduleResolution":"bundler","allowImportingTsExtensions":true}}',
    },
    'ts',
  ],
  [
    'with extensions that are rewritten',
    { 'tsconfig.json': '{"compilerOptions":{"module":"nodenext","rewriteRelativeImportExtensions":true}}' },
    'ts',
  ],
  ['for Node', { 'tsconfig.json': '{"compilerOptions":{"module":"NodeNext"}}' }, 'js'],
  ['for Node 16', { 'tsconfig.json': '{"compilerOptions":{"module":"node16"}}' }, 'js'],
  ['without options', { 'tsconfig.json': '{}' }, 'none'],
  ['with a file that is not JSON', { 'tsconfig.json': '{' }, 'ts'],
  [
    'that extends a path',
    { 'tsconfig.json': '{"extends":"./base"}', 'base.json': '{"compilerOptions":{"module":"nodenext"}}' },
    'js',
  ],
  [
    'that extends several, the last of which decides',
    {
      'tsconfig.json': '{"extends":["./a.json","./b.json"]}',
      'a.json': '{"compilerOptions":{"allowImportingTsExtensions":false,"module":"nodenext"}}',
      'b.json': '{"compilerOptions":{"allowImportingTsExtensions":true}}',
    },
    'ts',
  ],
  [
    'that extends a package',
    {
      'tsconfig.json': '{"extends":"@tsconfig/node22"}',
      'node_modules/@tsconfig/node22/tsconfig.json': '{"compilerOptions":{"module":"node20"}}',
    },
    'js',
  ],
  [
    'that extends itself',
    { 'tsconfig.json': '{"extends":"./tsconfig.json","compilerOptions":{"module":"nodenext"}}' },
    'js',
  ],
  [
    'near the folder, not above it',
    {
      'tsconfig.json': '{"compilerOptions":{"module":"nodenext"}}',
      'src/tsconfig.json': '{"compilerOptions":{"moduleResolution":"bundler"}}',
    },
    'none',
  ],
])('in a project %s, imports end as its TypeScript allows', async (_, files, expected) => {
  const folder = await mkdtemp(join(tmpdir(), 'import-extension-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    expect(await findImportExtension(join(folder, 'src/generated'))).toBe(expected);
  } finally {
    await rm(folder, { recursive: true });
  }
});
