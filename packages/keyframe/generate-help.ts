// Writes the page of the docs with the help of every command; with `--check` it reports whether the page is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeHelpPage } from './src/help/write-help-page.ts';

const PAGE = join(import.meta.dirname, '../../apps/docs/src/content/docs/guides/command-line.md');
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const text = await writeHelpPage();
if (!values.check) writeFileSync(PAGE, text);
else if (readFileSync(PAGE, 'utf8') !== text) {
  console.error(`${PAGE} is out of date: npm run generate`);
  process.exitCode = 1;
}
