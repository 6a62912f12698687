// Writes the page of the docs with the help of every command into docs/, which is not committed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeHelpPage } from './src/help/write-help-page.ts';

const FOLDER = join(import.meta.dirname, 'docs');
mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, 'command-line.md'), await writeHelpPage());
