// Follows the tour of the README as a newcomer would: writes its files, runs its commands and compiles its code.
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { replaceNpx } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { createFolder } from './support/generated-folder.ts';

const PACKAGE = join(import.meta.dirname, '..');
const TOOLS = join(PACKAGE, '../../node_modules/.bin');

interface Block {
  language: string;
  file: string | undefined;
  text: string;
}

function listBlocks(markdown: string): Block[] {
  const [, tour = ''] = /^## Five minutes\n(.*?)^## /ms.exec(markdown) ?? [];
  return Array.from(
    tour.matchAll(/^```(\w+) ?(\S+)?\n(.*?)^```$/gms),
    ([, language = '', file, text = '']) => ({ language, file, text }),
  );
}

test('the commands of "Five minutes" in the README print the documented output', async () => {
  const blocks = listBlocks(await readFile(join(PACKAGE, 'README.md'), 'utf8'));
  const folder = await createFolder();
  try {
    let printed = '';
    for (const { language, file, text } of blocks) {
      if (file !== undefined) await writeFile(join(folder, file), text);
      // The commands come from the workspace, not from the registry.
      if (language === 'sh' && !text.startsWith('npm install')) {
        printed += await run(replaceNpx(text), folder);
      }
    }
    const expected = blocks.filter(({ language }) => language === 'text').map(({ text }) => text);
    expect(printed).toBe(expected.join(''));
    const config = { extends: '../../../../tsconfig.base.json', include: ['*.ts', 'client/*.ts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    expect(await run('tsc -p .', folder)).toBe('');
  } finally {
    await rm(folder, { recursive: true });
  }
});

async function run(commands: string, cwd: string): Promise<string> {
  const env = { ...process.env, PATH: `${TOOLS}${delimiter}${process.env.PATH}` };
  const { stdout } = await promisify(execFile)('sh', ['-ec', commands], { cwd, env });
  return stdout;
}
