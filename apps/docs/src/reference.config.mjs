// The site of a document that is not this repository's own: what it is configured with comes from reference-site.ts.
import { defineConfig } from 'astro/config';
import { siteConfig } from './site-config.mjs';

const { outDir, srcDir, cacheDir, ...options } = JSON.parse(process.env.DOCS_SITE ?? '{}');

export default defineConfig({ ...siteConfig(options), outDir, srcDir, cacheDir });
