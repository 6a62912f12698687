import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** Bundles an app of the shop for browsers and returns its compressed size in bytes. */
async function weigh(...names: string[]): Promise<number> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${names.join(', ')} } from './shop/generated/index.ts';`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

test('an app pays for waiting only if it waits, and then at most 1.5 kB', async () => {
  const calls = await weigh('createClient', 'createExport', 'getExport', 'cancelExport');
  const waits = await weigh(
    'createClient',
    'createExport',
    'getExport',
    'cancelExport',
    'createExportWork',
    'resumeCreateExport',
  );
  expect(waits - calls).toBeLessThanOrEqual(1500);
});
