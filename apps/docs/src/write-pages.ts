/** Writes generated pages as files that Astro reads. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatPageFile, type Page } from './reference/page.ts';

/** Writes each page below a folder, by its slug. */
export function writePages(pages: readonly Page[], folder: string): void {
  for (const page of pages) {
    const file = join(folder, `${page.slug}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, formatPageFile(page));
  }
}
