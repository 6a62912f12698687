// What npm installed: every entry loads on every Node, as ESM and by `require`, and compiles with every TypeScript.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { tryCommand } from '../src/command.ts';
import { compile, type ModuleResolution } from '../src/compile.ts';
import { entriesOf } from '../src/entries.ts';
import { NODES, TYPESCRIPTS } from '../src/versions.ts';

const APP = fileURLToPath(new URL('../app', import.meta.url));
const { npm } = inject('consumers');
const entries = Object.entries(inject('tarballs')).flatMap(([name, path]) => entriesOf(name, path));
const loaded = entries.map((entry) => `${entry}: `);

beforeAll(() => cp(APP, join(npm, 'app'), { recursive: true }));

describe.each(Object.entries(NODES))('%s (%s)', (name, version) => {
  const node = join(npm, 'node_modules', name, 'bin/node');
  const load = (file: string) => tryCommand([node, `app/${file}`, ...entries], { cwd: npm });

  test('every entry is imported', async () => {
    const { status, stdout } = await load('import-all.mjs');
    expect(stdout.split('\n').map((line) => line.replace(/\d+$/, ''))).toEqual([...loaded, '']);
    expect(status).toBe(0);
  });

  test('CommonJS requires every entry where Node can, from 20.19 and 22.12 on, and is told elsewhere', async () => {
    const { status, stdout, stderr } = await load('require-all.cjs');
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (major > 20 || minor >= 19) {
      expect(stdout.split('\n').map((line) => line.replace(/\d+$/, ''))).toEqual([...loaded, '']);
      expect(status).toBe(0);
    } else {
      expect(stderr).toContain('ERR_REQUIRE_ESM');
    }
  });
});

const RESOLUTIONS: readonly ModuleResolution[] = ['nodenext', 'bundler'];
const compilations = Object.keys(TYPESCRIPTS).flatMap((typescript) =>
  RESOLUTIONS.map((resolution) => ({ typescript, resolution })),
);

test.concurrent.for(compilations)(
  'an app compiles with $typescript and $resolution, and so do all our declarations',
  async ({ typescript, resolution }) => {
    const compiler = join(npm, 'node_modules', typescript);
    const compilation = { typescript: compiler, resolution, files: ['app/types.ts'], isThorough: true };
    expect(await compile(npm, compilation)).toEqual([]);
  },
);
