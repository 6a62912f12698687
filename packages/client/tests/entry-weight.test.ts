import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { listImports } from '@keyframe/test-kit';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const PACKAGE = new URL('..', import.meta.url);

test.each([
  ['src/index.ts', ['@keyframe/openapi-runtime/client', '@keyframe/openapi-runtime/internal']],
  ['src/tasks.ts', ['@keyframe/openapi-runtime/client', '@keyframe/openapi-runtime/internal']],
  ['src/webhooks.ts', ['@keyframe/openapi-runtime/client']],
])('%s loads its own modules and, of other packages, %j', (path, others) => {
  expect(listImports(new URL(path, PACKAGE))).toEqual(others);
});

/** Bundles an app for browsers and returns its compressed size in bytes. */
async function weigh(app: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: app, resolveDir: fileURLToPath(PACKAGE), loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

test.each([
  ['the client with all its errors', "export * from './src/index.ts'", 9550],
  ['an app that generates', "export { createClient } from './src/index.ts'", 9450],
  [
    'an app that generates and lists',
    "export { createClient } from './src/index.ts'; export { listTasks } from './src/tasks.ts'",
    10_450,
  ],
  ['the verification of callbacks', "export { unwrapCallback } from './src/webhooks.ts'", 1500],
  ['a handler of callbacks', "export { honoHandler } from './src/webhooks.ts'", 1900],
])('%s is light: minified and compressed, "%s" has at most %i bytes', async (_, app, limit) => {
  expect(await weigh(app)).toBeLessThanOrEqual(limit);
});
