// Command: writes the scripts and styles of pages.
import { build } from 'esbuild';

await build({
  entryPoints: {
    reference: 'browser/reference.ts',
    'reference-with-mock': 'browser/reference-with-mock.ts',
    // In the head of every page of other sites.
    'language-choice': 'browser/language-choice-element.ts',
    styles: 'browser/styles/reference.css',
  },
  outdir: 'assets',
  bundle: true,
  format: 'iife',
  platform: 'browser',
  minify: true,
  external: ['node:*'],
  legalComments: 'none',
  logLevel: 'warning',
});
