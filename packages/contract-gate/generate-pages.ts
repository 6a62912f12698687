// Writes the pages of the checks into docs/; --check tells what differs instead.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { pages } from './src/pages/pages.ts';
import { DOCUMENT_CASES } from './tests/diff-cases/document-cases.ts';
import { SCHEMA_CASES } from './tests/diff-cases/schema-cases.ts';

const FOLDER = join(import.meta.dirname, 'docs');
const wanted = new Map(pages().map(({ name, text }) => [`${name}.md`, `${text}${exampleOf(name)}`]));
wanted.set('README.md', indexText());

// The first of the cases that the tests of a rule are made of.
function exampleOf(name: string): string {
  const cases = [
    ...SCHEMA_CASES.map((one) => ({ ...one, name: `schema-${one.rule}` })),
    ...DOCUMENT_CASES.map((one) => ({ ...one, name: one.rule })),
  ];
  const found = cases.find((one) => one.name === name);
  if (!found) return '';
  const block = (value: object | boolean | null | number | string) =>
    `\`\`\`yaml\n${stringify(value)}\`\`\`\n`;
  return `\n## Example\n\nBefore:\n\n${block(found.before)}\nAfter, ${found.title}:\n\n${block(found.after)}`;
}

function indexText(): string {
  const lines = [...wanted].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(indexLine);
  const lead = 'Every finding of `contract-gate` names its check. The page of a check says what it means.';
  return `# Checks\n\n${lead}\n\n${lines.join('\n')}\n`;
}

function indexLine([file, text]: readonly [file: string, text: string]): string {
  const [, title = ''] = /^# .*\n\n(.*?\.)(?:\s|$)/.exec(text) ?? [];
  return `- [${file.replace('.md', '')}](${file}): ${title}`;
}

function present(): string[] {
  mkdirSync(FOLDER, { recursive: true });
  return readdirSync(FOLDER);
}

if (process.argv.includes('--check')) {
  const files = present();
  const stale = files.filter((file) => !wanted.has(file));
  const different = [...wanted].filter(
    ([file, text]) => !files.includes(file) || readFileSync(join(FOLDER, file), 'utf8') !== text,
  );
  for (const file of [...stale, ...different.map(([name]) => name)]) console.error(`docs/${file} differs.`);
  process.exitCode = stale.length + different.length > 0 ? 1 : 0;
} else {
  for (const file of present()) if (!wanted.has(file)) rmSync(join(FOLDER, file));
  for (const [file, text] of wanted) writeFileSync(join(FOLDER, file), text);
}
