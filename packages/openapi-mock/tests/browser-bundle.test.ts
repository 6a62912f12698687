import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

test('the engine is bundled for a page without modules of Node', async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: "export { createMock } from './src/index.ts';",
      resolveDir: join(import.meta.dirname, '..'),
    },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    write: false,
    metafile: true,
    external: ['node:*'],
    logLevel: 'silent',
  });
  const [output] = Object.values(metafile.outputs);
  expect(output?.imports).toEqual([]);
  expect(outputFiles[0]?.text.length).toBeLessThan(756_000);
});
