// Command: allows no comment, title or file name that begins with a relative word, and compares the names of each package with
// the baseline, which may only go down. Options: --list [PATH] prints each vague name, --update lowers the baseline.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PACKAGES } from '../import-rules.ts';
import { ROOT } from '../root.ts';
import { compareShares, findVagueNames, lowerBaseline, measureNames, type NameShares } from './names.ts';
import { findOpenings, hasTitleOpening } from './openings.ts';
import { readTypeScript } from './read-source.ts';

const BASELINE = join(import.meta.dirname, 'baseline.json');
const PATTERNS = ['*.ts', '*.tsx', '*.mts', '*.cts', '*.sql', '*.astro', '*.mjs', '*.js', '*.md'];
// Released migrations are never edited; changelogs are written by a tool.
const UNEDITED = /\/db\/migrations\/|CHANGELOG\.md$/;
// This folder contains the openings that it looks for.
const OWN_OPENINGS = /^packages\/workspace\/src\/language\//;
const NOT_SOURCE = /\.test(-d)?\.tsx?$|\/(tests|generated|support)\//;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false }, update: { type: 'boolean', default: false } },
});
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...PATTERNS], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
});
// Git lists files that were removed but not staged yet.
const files = [...new Set(listed.trim().split('\n'))]
  .filter((path) => !UNEDITED.test(path) && existsSync(join(ROOT, path)))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

const problems: string[] = [];
for (const { path, text } of files.filter(({ path }) => !OWN_OPENINGS.test(path))) {
  const titles = /\.test\.tsx?$/.test(path) ? readTypeScript(path, text).testTitles : [];
  const openings = [...findOpenings(path, text), ...titles.filter(hasTitleOpening)];
  problems.push(...openings.map((opening) => `${path}: begins with a relative word: ${opening}`));
}

const sources = files.filter(({ path }) => /\.tsx?$/.test(path) && !NOT_SOURCE.test(path));
const baseline: Record<string, Partial<NameShares>> = JSON.parse(readFileSync(BASELINE, 'utf8'));
const lowered: Record<string, Partial<NameShares>> = {};
for (const { directory } of Object.values(PACKAGES)) {
  const actual = measureNames(sources.filter(({ path }) => path.startsWith(`${directory}/src/`)));
  problems.push(...compareShares(actual, baseline[directory]).map((problem) => `${directory}: ${problem}`));
  const shares = lowerBaseline(actual, baseline[directory] ?? {});
  if (Object.keys(shares).length > 0) lowered[directory] = shares;
}
if (values.update) writeFileSync(BASELINE, `${JSON.stringify(lowered, null, 2)}\n`);
if (values.list) {
  const [prefix = ''] = positionals;
  for (const file of sources.filter(({ path }) => path.startsWith(prefix)))
    for (const name of findVagueNames(file)) console.log(`${file.path}: ${name}`);
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error('To list vague names: node packages/workspace/src/language/language.ts --list <path>');
  process.exitCode = 1;
}
