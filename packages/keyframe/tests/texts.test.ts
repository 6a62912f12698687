// Every command and option that a text of the repository names exists.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ENTRIES } from '../src/commands/entries.ts';
import { loadOutput, OUTPUTS } from '../src/commands/generate-command.ts';
import { findUnknownWords } from './find-unknown-words.ts';

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
const SOURCES = 'packages/*/src/*.ts';
const texts = execFileSync('git', ['ls-files', '*.md', '*.mdx', '*.yml', '*.yaml', '*.json', SOURCES], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  // History names what existed then.
  .filter(
    (path) => !/CHANGELOG|\/decisions|pnpm-lock|^\.changeset|tests\/|moving-from|\.test\.ts$/.test(path),
  );

/** Reads a text; of a module, only what it says of the command, since the rest is code and not prose. */
function readWords(path: string): string {
  const text = readFileSync(join(ROOT, path), 'utf8');
  if (!path.endsWith('.ts')) return text;
  return [...text.matchAll(/\bkeyframe [a-z][^\n'"`]*/g)].map(([words]) => `\`${words}\``).join('\n');
}

test('help has at most 142 rows of options: those of each command, and those that it only names once', () => {
  const options = [...commands.values()].flatMap((command) => Object.entries(command.options));
  const rows = options.filter(([, { topic }]) => topic === undefined);
  const shared = new Set(options.filter(([, { topic }]) => topic !== undefined).map(([name]) => name));
  expect(rows.length + shared.size).toBeLessThanOrEqual(142);
});

test('the texts of the repository, and the messages of its commands, name commands and options that exist', () => {
  expect(texts.length).toBeGreaterThan(100);
  const unknown: string[] = [];
  for (const path of texts) {
    const text = readWords(path);
    for (const { line, word } of findUnknownWords(text, commands))
      unknown.push(`${path}: ${word} in "${line}"`);
    const oldCommand = REMOVED.exec(text)?.[0];
    if (oldCommand !== undefined) unknown.push(`${path}: ${oldCommand}`);
  }
  expect(unknown).toEqual([]);
});
