// The packages that npm installed: every entry loads on every Node, as ESM and by `require`, and compiles with every TypeScript.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { tryCommand } from '../src/command.ts';
import { compile } from '../src/compile.ts';
import { listLoadable, listUnsupportedCommands } from '../src/entries.ts';
import { COMPILATIONS, NODES } from '../src/versions.ts';

const APP = fileURLToPath(new URL('../app', import.meta.url));
const { npm } = inject('consumers');
const tarballs = Object.entries(inject('tarballs'));

beforeAll(() => cp(APP, join(npm, 'app'), { recursive: true }));

describe.each(Object.entries(NODES))('%s (%s)', (name, version) => {
  const node = join(npm, 'node_modules', name, 'bin/node');
  const entries = tarballs.flatMap((tarball) => listLoadable(tarball, version, npm));

  test.each(['import-all.mjs', 'require-all.cjs'])('%s loads every entry', async (file) => {
    const { status, stdout, stderr } = await tryCommand([node, `app/${file}`, ...entries], { cwd: npm });
    expect(
      stdout.split('\n').map((line) => line.replace(/\d+$/, '')),
      stderr,
    ).toEqual([...entries.map((entry) => `${entry}: `), '']);
    expect(status).toBe(0);
  });

  const commands = tarballs.flatMap(([, tarball]) => listUnsupportedCommands(tarball, version));
  test.each(commands)('%s names the version that it needs', async (command) => {
    const result = await tryCommand([node, `node_modules/.bin/${command}`, '--help'], { cwd: npm });
    expect(result).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(
          `^${command} needs Node \\S+ or newer \\(this is \\S+\\)\\. Install one in the project: npm install --save-dev node@\\d+\\n$`,
        ),
      ),
    });
  });
});

test.concurrent.for(COMPILATIONS)(
  'an app compiles with $typescript and $resolution, and so do our declarations once for each TypeScript',
  async ({ typescript, resolution }) => {
    const compiler = join(npm, 'node_modules', typescript);
    const compilation = {
      typescript: compiler,
      resolution,
      files: ['app/types.ts'],
      isThorough: resolution === 'nodenext',
    };
    expect(await compile(npm, compilation)).toEqual([]);
  },
);
