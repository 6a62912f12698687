// The tour of contract-gate's README, gone in an empty folder with what npm installed from the tarball.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eventually, freePort, replaceNpx, startChild } from '@keyframe/test-kit';
import { expect, inject, test } from 'vitest';
import { tryCommand } from '../src/command.ts';
import { readBlocks } from '../src/readme-blocks.ts';

const { npm } = inject('consumers');
// The Node of the workspace: the gate needs a newer one than the lowest that the other packages are tried with.
const path = [dirname(process.execPath), join(npm, 'node_modules/.bin')];

/** Runs the commands of a block one by one; a server that one starts in the background is left to the resources. */
async function printedBy(text: string, folder: string, take: (script: string) => Promise<void>) {
  let printed = '';
  for (const line of text.trim().split('\n')) {
    const [, script] = /^node (\S+) &$/.exec(line) ?? [];
    if (script !== undefined) {
      await take(script);
      continue;
    }
    const { status, stdout, stderr } = await tryCommand(['sh', '-ec', replaceNpx(line)], {
      cwd: folder,
      path,
    });
    printed += stdout;
    const problems = stderr.replace(/^Version .* is advised\.\n/, '');
    expect({ line, status, problems }).toEqual({
      line,
      status: /^error: /m.test(stdout) ? 1 : 0,
      problems: '',
    });
  }
  return printed;
}

test('every command of the tour prints what the README says, and ends as it says', async () => {
  const folder = join(npm, 'tours', 'contract-gate');
  await mkdir(folder, { recursive: true });
  const port = String(await freePort());
  await using resources = new AsyncDisposableStack();
  const start = async (script: string) => {
    resources.use(startChild({ node: process.execPath, args: [script], cwd: folder }));
    await reachable(port);
  };
  const blocks = readBlocks('packages/contract-gate/README.md', 'Tour').map((block) => ({
    ...block,
    text: block.text.replaceAll('4000', port),
  }));
  let printed = '';
  for (const { language, file, text } of blocks) {
    if (file !== undefined) await writeFile(join(folder, file), text);
    if (language === 'sh') printed = await printedBy(text, folder, start);
    const expected = language === 'text' ? text.trimEnd().split('\n') : [];
    for (const line of expected) expect(printed).toContain(`${line}\n`);
  }
  expect(blocks.map(({ language }) => language)).toEqual('yaml sh text sh text js sh text'.split(' '));
  const excerpt = readBlocks('packages/contract-gate/README.md').find(({ language }) => language === 'text');
  expect(printed).toContain(excerpt?.text.replaceAll('4000', port));
});

async function reachable(port: string): Promise<void> {
  await eventually(`a response on port ${port}`, async () => {
    const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    await response?.body?.cancel();
    return response !== undefined;
  });
}
