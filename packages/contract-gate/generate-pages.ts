// Writes the pages of the checks for the docs into docs/, which is not committed: one page per group, and an index.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { CHECK_GROUPS, type CheckGroup, listCheckTexts } from './src/pages/pages.ts';
import { DOCUMENT_CASES } from './tests/diff-cases/document-cases.ts';
import { SCHEMA_CASES } from './tests/diff-cases/schema-cases.ts';

const FOLDER = join(import.meta.dirname, 'docs');
const GROUPS = Object.entries(CHECK_GROUPS) as [CheckGroup, string][];
const CASES = [
  ...SCHEMA_CASES.map((one) => ({ ...one, name: `schema-${one.rule}` })),
  ...DOCUMENT_CASES.map((one) => ({ ...one, name: one.rule })),
];

/** Shows the first test case of a rule. */
function printExample(name: string): string {
  const found = CASES.find((one) => one.name === name);
  if (!found) return '';
  const block = (value: object | boolean | null | number | string) =>
    `\`\`\`yaml\n${stringify(value)}\`\`\`\n`;
  return `\nBefore:\n\n${block(found.before)}\nAfter, ${found.title}:\n\n${block(found.after)}`;
}

const texts = listCheckTexts().toSorted((left, right) => (left.name < right.name ? -1 : 1));
const inGroup = (group: CheckGroup) => texts.filter((text) => text.group === group);

const index = GROUPS.flatMap(([group, title]) => [
  `## ${title}`,
  inGroup(group)
    .map(({ name, text }) => `- [${name}](${group}.md#${name}): ${/^.*?\.(?=\s|$)/.exec(text)?.[0]}`)
    .join('\n'),
]);
const lead =
  'Each finding of `contract-gate` contains the id of its check. `keyframe explain <check>` prints its text.';

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
writeFileSync(join(FOLDER, 'README.md'), `${['# Checks', lead, ...index].join('\n\n')}\n`);
for (const [group, title] of GROUPS) {
  const sections = inGroup(group).map(({ name, text }) => `## ${name}\n\n${text}${printExample(name)}`);
  writeFileSync(join(FOLDER, `${group}.md`), `${[`# ${title}`, ...sections].join('\n\n')}\n`);
}
