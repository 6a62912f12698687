import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from './gate-config.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true, force: true }))));

const MODULE = `import { basename } from 'node:path';
export const config = { document: basename('a/openapi.yaml') as string };`;
const COMMON = `const { basename } = require('node:path');
module.exports = { config: { document: basename('a/openapi.yaml') } };`;

const MANIFESTS = { commonjs: { type: 'commonjs' }, module: { type: 'module' }, untyped: {} };

test.each<[type: keyof typeof MANIFESTS, file: string, text: string]>([
  ['commonjs', 'gate.config.ts', MODULE],
  ['commonjs', 'gate.config.js', MODULE.replace(' as string', '')],
  ['commonjs', 'gate.config.ts', COMMON],
  ['commonjs', 'gate.config.js', COMMON.replace('basename(', 'basename (')],
  ['commonjs', 'gate.config.mjs', MODULE.replace(' as string', '')],
  ['untyped', 'gate.config.ts', MODULE],
  ['untyped', 'gate.config.js', COMMON],
  ['module', 'gate.config.ts', MODULE],
  ['module', 'gate.config.cjs', COMMON],
])('reads a configuration in a %s package: %s', async (type, file, text) => {
  const folder = await mkdtemp(join(tmpdir(), 'gate-config-'));
  folders.push(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify(MANIFESTS[type]));
  await writeFile(join(folder, file), text);
  expect(await loadConfig(join(folder, file))).toEqual({ document: 'openapi.yaml' });
});
