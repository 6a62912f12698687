import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findConfig, importModule } from './import-module.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true, force: true }))));

const MODULE = `import { basename } from 'node:path';
export const config = { document: basename('a/openapi.yaml') as string };`;
const COMMON = `const { basename } = require('node:path');
module.exports = { config: { document: basename('a/openapi.yaml') } };`;

const MANIFESTS = { commonjs: { type: 'commonjs' }, module: { type: 'module' }, untyped: {} };

test.each<[type: keyof typeof MANIFESTS, file: string, text: string]>([
  ['commonjs', 'keyframe.config.ts', MODULE],
  ['commonjs', 'keyframe.config.js', MODULE.replace(' as string', '')],
  ['commonjs', 'keyframe.config.ts', COMMON],
  ['commonjs', 'keyframe.config.js', COMMON.replace('basename(', 'basename (')],
  ['commonjs', 'keyframe.config.mjs', MODULE.replace(' as string', '')],
  ['untyped', 'keyframe.config.ts', MODULE],
  ['untyped', 'keyframe.config.js', COMMON],
  ['module', 'keyframe.config.ts', MODULE],
  ['module', 'keyframe.config.cjs', COMMON],
])('reads a configuration in a %s package: %s', async (type, file, text) => {
  const folder = await mkdtemp(join(tmpdir(), 'import-module-'));
  folders.push(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify(MANIFESTS[type]));
  await writeFile(join(folder, file), text);
  expect(findConfig(await importModule(join(folder, file)))).toEqual({ document: 'openapi.yaml' });
});
