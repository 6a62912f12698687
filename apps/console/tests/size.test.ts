import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CONSOLE_DIRECTORY } from '../directory.ts';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

const read = (path: string) => readFileSync(join(CONSOLE_DIRECTORY, path));
const manifest: Record<string, Chunk> = JSON.parse(read('.vite/manifest.json').toString());

/** Lists the scripts that a page loads before it renders: its own and all their imports, each once. */
function listScripts(...entries: string[]): Set<string> {
  const files = new Set<string>();
  const pending = [...entries];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`The build has no ${name}.`);
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    pending.push(...(chunk.imports ?? []));
  }
  return files;
}

const pages = Object.keys(manifest).filter((name) => /^src\/pages\/.*-page\.tsx$/.test(name));

test('there are pages', () => expect(pages.length).toBeGreaterThan(15));

test.each(pages)('%s shows after at most 150 kB of script in gzip', (page) => {
  const sizes = [...listScripts('index.html', page)].map((file) => gzipSync(read(file)).length);
  expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(150_000);
});
