// The options of TanStack Query in its adapters for React, Vue and Svelte, in a browser.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { startBrowser } from '@keyframe/test-kit/chromium';
import { build, type Plugin } from 'esbuild';
import { compile, compileModule } from 'svelte/compiler';
import { expect, test } from 'vitest';

const PAGE = `
import { mount } from 'svelte';
import Items from './query-adapters/items.svelte';
import { showReact } from './query-adapters/react-app.ts';
import { showVue } from './query-adapters/vue-app.ts';

showReact(document.getElementById('react'));
showVue(document.getElementById('vue'));
mount(Items, { target: document.getElementById('svelte') });
`;

/** Compiles components, and modules with runes. */
const svelte: Plugin = {
  name: 'svelte',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.svelte$/ }, async ({ path }) => ({
      contents: compile(await readFile(path, 'utf8'), { filename: basename(path) }).js.code,
    }));
    onLoad({ filter: /\.svelte\.js$/ }, async ({ path }) => ({
      contents: compileModule(await readFile(path, 'utf8'), { filename: basename(path) }).js.code,
    }));
  },
};

test('queries, pages, errors and mutations of all three adapters have the same results', async () => {
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    conditions: ['svelte', 'browser'],
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [svelte],
    write: false,
  });
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.setContent('<p id="react"></p><p id="vue"></p><p id="svelte"></p>');
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '', type: 'module' });
    const readTexts = () => page.locator('p').allInnerTexts();
    const expected = 'one | one,two | 404 | three';
    await expect.poll(readTexts, { timeout: 30_000 }).toEqual([expected, expected, expected]);
  } finally {
    await browser.close();
  }
});
