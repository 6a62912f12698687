// A Vite plugin: each text file of the build also in Brotli and gzip, at their slowest and best, beside it.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Compresses what was built. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const names = await readdir(dir, { recursive: true });
      const texts = names.filter((name) => /\.(?:html|js|css|svg)$/.test(name));
      await Promise.all(texts.map((name) => compress(join(dir, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const body = await readFile(path);
  await Promise.all([
    writeFile(`${path}.br`, await brotli(body)),
    writeFile(`${path}.gz`, await zip(body, { level: 9 })),
  ]);
}
