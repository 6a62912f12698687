// The tours of the READMEs, taken from the READMEs and gone with what npm installed, on every Node.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Child, type Listening, startChild } from '@keyframe/test-kit';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { run } from '../src/command.ts';
import { supportsNode } from '../src/entries.ts';
import { startFront } from '../src/front.ts';
import { nodeRunner } from '../src/node-runner.ts';
import { type Block, readBlocks } from '../src/readme-blocks.ts';
import { NODES } from '../src/versions.ts';

const { npm } = inject('consumers');
const KEY = 'sk_test_any';
// It needs a newer Node than the code that it generates.
const COMMAND = join(npm, 'node_modules/@keyframe/cli/dist/cli.js');

/** Packages that have a tour, each with the package that the code of its tour imports. */
const IMPORTED = {
  mock: '@keyframe/mock',
  'openapi-client': '@keyframe/openapi-runtime',
  'openapi-hono': '@keyframe/openapi-runtime',
} as const;

function listTours(version: string, names: readonly (keyof typeof IMPORTED)[]): string[] {
  const tarballs = inject('tarballs');
  return names.filter((name) => supportsNode(tarballs[IMPORTED[name]] ?? '', version));
}

// The mock, which needs a newer Node than the client, runs on that of this process.
describe.each(Object.entries(NODES))('on %s (%s)', (name, version) => {
  const node = nodeRunner(npm, name, version);
  let mock: Child | undefined;
  let front: Listening;

  beforeAll(async () => {
    const command = join(npm, 'node_modules/.bin/keyframe-mock');
    mock = startChild({ node: process.execPath, args: [command, '--port', '0'], cwd: npm });
    const [url] = await mock.waitForOutput(/http:\S+/);
    front = await startFront(url);
  });

  afterAll(async () => {
    await front?.[Symbol.asyncDispose]();
    await mock?.[Symbol.asyncDispose]();
  });

  async function createFolder(tour: string): Promise<string> {
    const folder = join(npm, 'tours', `${tour}-${name}`);
    await mkdir(folder, { recursive: true });
    return folder;
  }

  async function runModule(folder: string, module: string, text: string): Promise<string> {
    await writeFile(join(folder, module), text);
    const script = await node.runnable(folder, module);
    return run([node.binary, script], { cwd: folder });
  }

  test.each(['README.md', 'packages/client/README.md'])(
    'the example of %s generates a video',
    async (path) => {
      const [example] = readBlocks(path).filter(({ language }) => language === 'ts');
      const text = example?.text.replace('sk_test_…', KEY).replace(/http:\/\/[^']+:4000/, front.url) ?? '';
      expect(text).toContain(front.url);
      const folder = await createFolder(`client-${path.length}`);
      expect(await runModule(folder, 'tour.ts', text)).toContain('https://videos.example.com/results/');
    },
  );

  test.each(listTours(version, ['mock']))('the tour of the %s prints what it says', async () => {
    const blocks = readBlocks('packages/mock/README.md');
    const [module] = blocks.filter(({ file }) => file !== undefined);
    const [expected] = blocks.filter(({ language }) => language === 'text');
    const folder = await createFolder('mock');
    expect(await runModule(folder, module?.file ?? '', module?.text ?? '')).toBe(expected?.text);
  });

  test.each(listTours(version, ['openapi-hono', 'openapi-client']))(
    'the five minutes of %s work as documented',
    async (tour) => {
      const folder = await createFolder(tour);
      const blocks = readBlocks(`packages/${tour}/README.md`, 'Five minutes');
      let printed = '';
      for (const block of blocks) printed += await take(folder, block);
      const expected = blocks.filter(({ language }) => language === 'text').map(({ text }) => text);
      expect(printed).toBe(expected.join(''));
    },
  );

  async function take(folder: string, { language, file, text }: Block): Promise<string> {
    if (file !== undefined) await writeFile(join(folder, file), text);
    // Installed from tarballs before.
    if (language !== 'sh' || text.startsWith('npm install')) return '';
    let commands = text.replaceAll(/^npx @keyframe\/cli /gm, `'${process.execPath}' '${COMMAND}' `);
    for (const [module] of text.matchAll(/\w+\.ts\b/g)) {
      commands = commands.replace(module, await node.runnable(folder, module));
    }
    return run(['sh', '-ec', commands], { cwd: folder, path: node.path });
  }
});
