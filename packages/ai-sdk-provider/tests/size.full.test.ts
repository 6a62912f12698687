// The part of an application that this package adds to the SDK and to the client.
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const ENTRY = fileURLToPath(new URL('../src/index.ts', import.meta.url));
const LARGEST_BYTES = 8000;

test('the provider has at most 8 kB, minified and compressed', async () => {
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    external: ['@ai-sdk/*', '@keyframe/client', '@keyframe/client/*'],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const [output] = outputFiles;
  expect(output?.contents.length).toBeGreaterThan(1000);
  expect(gzipSync(output?.contents ?? '').length).toBeLessThan(LARGEST_BYTES);
});
