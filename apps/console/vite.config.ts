import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  build: {
    // Browsers since 2024, which know `light-dark()` and passkeys as JSON.
    target: ['chrome129', 'firefox128', 'safari18.4'],
    // Nothing inside of the page or of a style sheet: the policy allows neither.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
});
