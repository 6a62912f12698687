import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { folderWith, gate, run } from './run-gate.ts';

test('the tour of the README does what it says', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [, tour = ''] = readme.split('## Tour');
  const blockOf = (language: string, index: number) =>
    [...tour.matchAll(new RegExp(`\`\`\`${language}\\n(?<text>.*?)\`\`\``, 'gs'))][index]?.groups?.text ?? '';
  await using folder = await folderWith({ 'old.yaml': blockOf('yaml', 0) });
  const cwd = folder.path;
  const [prepare = '', ...words] = blockOf('sh', 0).trim().split('\n');
  expect(words).toEqual(['contract-gate diff old.yaml new.yaml']);
  expect(await run('sh', ['-c', prepare], { cwd })).toMatchObject({ code: 0 });
  const broken = await gate(['diff', 'old.yaml', 'new.yaml'], { cwd });
  for (const line of blockOf('text', 0).trim().split('\n')) expect(broken.stdout).toContain(line);
  expect(blockOf('sh', 1)).toBe('contract-gate diff new.yaml old.yaml\n');
  const back = await gate(['diff', 'new.yaml', 'old.yaml'], { cwd });
  expect(back).toMatchObject({ code: 0, stdout: blockOf('text', 1) });
});
