// Command: compares the language of comments, names, titles, messages and docs with the baseline, which may only go down.
// Options: --list [PATH] prints each finding, --update lowers the baseline.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable } from 'markdown-table';
import { ROOT } from '../root.ts';
import {
  compareCounts,
  countFindings,
  groupByWorkspace,
  type LanguageCounts,
  lowerBaseline,
} from './baseline.ts';
import { measureLanguage } from './measure-language.ts';

const BASELINE = join(import.meta.dirname, 'baseline.json');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false }, update: { type: 'boolean', default: false } },
});
const report = measureLanguage(ROOT);
const counts = countFindings(report.findings);
const baseline: LanguageCounts = JSON.parse(readFileSync(BASELINE, 'utf8'));

if (values.list) {
  const [prefix = ''] = positionals;
  for (const { kind, path, text } of report.findings) {
    if (path.startsWith(prefix)) console.log(`${path}: ${kind}: ${text}`);
  }
}
if (values.update) writeFileSync(BASELINE, `${JSON.stringify(lowerBaseline(baseline, counts), null, 2)}\n`);

const rows = [...groupByWorkspace(report)].map(([name, findings]) => {
  const { openings, postpositions, glossary } = countFindings(findings);
  const names = report.names.get(name) ?? 0;
  const share = names === 0 ? 0 : (100 * postpositions) / names;
  return [name, `${openings}`, `${postpositions} (${share.toFixed(1)} %)`, `${glossary}`];
});
console.log(markdownTable([['workspace', 'openings', 'postpositions', 'glossary words'], ...rows]));
const nameCount = [...report.names.values()].reduce((sum, count) => sum + count, 0);
const problems = compareCounts(baseline, counts, nameCount);
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error('To list them: node packages/workspace/src/language/language.ts --list <path>');
  process.exitCode = 1;
}
