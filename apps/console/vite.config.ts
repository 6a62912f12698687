import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractSchemas } from './contract-schemas.ts';
import { precompress } from './precompress.ts';

export default defineConfig({
  base: '/console/',
  plugins: [contractSchemas(), react(), precompress()],
  build: {
    // Browsers that support `light-dark()` and passkeys as JSON.
    target: ['chrome129', 'firefox128', 'safari18.4'],
    // The Content-Security-Policy forbids inline content of pages and style sheets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Modules that nearly every page uses are bundled into one file instead of forty small ones.
            { name: 'parts', test: /src[\\/](?:components|api|format)|lucide-react/ },
          ],
        },
      },
    },
  },
});
