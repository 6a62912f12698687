// The lowest Node has everything that built code calls: the sources compile against its declarations.
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { tryCommand } from '../src/command.ts';
import { supportsNode } from '../src/entries.ts';

const CONSUMERS = fileURLToPath(new URL('..', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const BASE = join(ROOT, 'tsconfig.base.json');

test('the sources use nothing that Node 20 lacks', async () => {
  const names = Object.entries(inject('tarballs'))
    .filter(([, tarball]) => supportsNode(tarball, '20.19.0'))
    .map(([name]) => name.replace('@keyframe/', ''));
  expect(names).toContain('client');
  const folder = join(CONSUMERS, 'reports');
  const types = join(folder, 'types');
  rmSync(types, { recursive: true, force: true });
  mkdirSync(types, { recursive: true });
  // Under this name, since the types of Undici refer to it.
  symlinkSync(realpathSync(join(CONSUMERS, 'node_modules/@types/node-20')), join(types, 'node'));
  const config = {
    extends: BASE,
    compilerOptions: {
      lib: ['es2023', 'es2024.string'],
      typeRoots: [types],
      types: ['node'],
    },
    include: names.map((name) => join(ROOT, 'packages', name, 'src')),
    exclude: ['test', 'test-d'].map((kind) => join(ROOT, `packages/**/*.${kind}.ts`)),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = await tryCommand([process.execPath, compiler, '-p', folder, '--pretty', 'false'], {
    cwd: ROOT,
  });
  expect(stdout).toBe('');
});
