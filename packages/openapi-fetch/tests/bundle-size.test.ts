import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';

/** Returns the bytes of a page that creates a client, minified and compressed. */
function measureBundle(code: string): number {
  const { outputFiles } = buildSync({
    stdin: { contents: code, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

/** Bytes that keep keys from other origins, to which openapi-fetch sends them. */
const REDIRECTS = 500;

test.each([
  "import create from 'X'; globalThis.client = create();",
  "import { createPathBasedClient } from 'X'; globalThis.client = createPathBasedClient();",
  "export * from 'X';",
])('%s is as small as with openapi-fetch, apart from redirects', (code) => {
  const ours = measureBundle(code.replace('X', '../src/index.ts'));
  expect(ours).toBeLessThanOrEqual(measureBundle(code.replace('X', 'openapi-fetch')) + REDIRECTS);
});
