// The packages that pnpm and Yarn installed. Both let a package import only its declared dependencies.
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { run } from '../src/command.ts';
import { compile } from '../src/compile.ts';
import { listEntries } from '../src/entries.ts';
import { asFiles, installWithPnpm, installWithYarn, YARN } from '../src/install-consumers.ts';
import { readBlocks } from '../src/readme-blocks.ts';

const APP = fileURLToPath(new URL('../app', import.meta.url));
const consumers = inject('consumers');
const TYPESCRIPT = join(consumers.npm, 'node_modules/typescript-7.0');
const entries = Object.entries(inject('tarballs'))
  .filter(([name]) => name !== '@keyframe/mock')
  .flatMap(([name, path]) => listEntries(name, path));

const managers = [
  {
    manager: 'pnpm',
    install: installWithPnpm,
    folder: consumers.pnpm,
    node: [process.execPath],
    bin: ['node_modules/.bin/keyframe'],
  },
  {
    manager: 'Yarn',
    install: installWithYarn,
    folder: consumers.yarn,
    node: [...YARN, 'node'],
    bin: [...YARN, 'keyframe'],
  },
];

describe.each(managers)('$manager', ({ manager, install, folder, node, bin }) => {
  beforeAll(() => install(folder, asFiles(inject('tarballs'))));

  test('every entry is imported', async () => {
    await cp(APP, join(folder, 'app'), { recursive: true });
    const printed = await run([...node, 'app/import-all.mjs', ...entries], { cwd: folder });
    expect(printed.split('\n').map((line) => line.replace(/\d+$/, ''))).toEqual([
      ...entries.map((entry) => `${entry}: `),
      '',
    ]);
  });

  test('code is generated, runs, and emits the document that it came from', async () => {
    const blocks = readBlocks('packages/openapi-hono/README.md', 'Five minutes');
    for (const { file, text } of blocks) if (file !== undefined) await writeFile(join(folder, file), text);
    await run([...bin, 'generate', 'server', 'api.yaml', '--out', 'generated'], { cwd: folder });
    await run([...bin, 'round-trip', 'api.yaml', '--app', 'app.ts'], { cwd: folder });
    const printed = await run([...node, 'try.ts'], { cwd: folder });
    expect(printed).toBe(
      blocks
        .filter(({ language }) => language === 'text')
        .map(({ text }) => text)
        .join(''),
    );
    // TypeScript finds nothing in Yarn's archives without an editor's SDK.
    if (manager === 'Yarn') return;
    const compilation = { typescript: TYPESCRIPT, resolution: 'nodenext', files: ['try.ts'] } as const;
    expect(await compile(folder, compilation)).toEqual([]);
  });
});
