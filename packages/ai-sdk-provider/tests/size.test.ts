// The part of an application that this package adds to the SDK and to the client.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '../src');
const LARGEST_BYTES = 8000;
const MOST_LINES = 300;
const BLANK_OR_COMMENT = /^\s*(?:\/\/|\/\*|\*|$)/;

test('the provider has at most 8 kB, minified and compressed', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(SOURCE, 'index.ts')],
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

test('the provider has at most 300 lines of code', () => {
  const files = globSync('*.ts', { cwd: SOURCE }).filter((name) => !name.endsWith('.test.ts'));
  const lines = files.flatMap((name) => readFileSync(join(SOURCE, name), 'utf8').split('\n'));
  const code = lines.filter((line) => !BLANK_OR_COMMENT.test(line));
  expect(code.length).toBeGreaterThan(100);
  expect(code.length).toBeLessThanOrEqual(MOST_LINES);
});
