// Every command and option that a text of the repository names exists.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ENTRIES } from '../src/commands/entries.ts';
import { loadOutput, OUTPUTS } from '../src/commands/generate-command.ts';
import { findUnknownWords } from '../src/help/find-unknown-words.ts';

const ROOT = join(import.meta.dirname, '../../..');
const commands = new Map([
  ...(await Promise.all(ENTRIES.map(async ({ name, load }) => [name, (await load()).command] as const))),
  ...(await Promise.all(
    OUTPUTS.map(async (output) => [`generate ${output}`, (await loadOutput(output)).command] as const),
  )),
]);
/** Commands that the toolkit had, and those of packages that have none. */
const REMOVED =
  /(?:npx|bunx|exec) +(?:-y +)?@keyframe\/(?:contract-gate|openapi-[a-z]+)\b|(?<![\w@/-])(?:contract-gate (?:test|diff|lint|ci|explain|ca)|openapi-(?:hono|client) (?:generate|types|doctor|round-trip)) [\w<.-]/;
const texts = execFileSync('git', ['ls-files', '*.md', '*.mdx', '*.yml', '*.yaml', '*.json'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  // History names what existed then.
  .filter((path) => !/CHANGELOG|\/decisions|pnpm-lock|^\.changeset|tests\/|moving-from/.test(path));

test('the texts of the repository name commands and options that exist', () => {
  expect(texts.length).toBeGreaterThan(100);
  const unknown: string[] = [];
  for (const path of texts) {
    const text = readFileSync(join(ROOT, path), 'utf8');
    for (const { line, word } of findUnknownWords(text, commands))
      unknown.push(`${path}: ${word} in "${line}"`);
    const oldCommand = REMOVED.exec(text)?.[0];
    if (oldCommand !== undefined) unknown.push(`${path}: ${oldCommand}`);
  }
  expect(unknown).toEqual([]);
});
