/** The scripts and styles of pages, which the build of this package writes. */
import { readFileSync } from 'node:fs';

/** Files of the folder `assets`. */
export type AssetName = 'styles.css' | 'reference.js' | 'reference-with-mock.js';

/** Reads a file that pages contain or load. */
export function readAsset(name: AssetName): string {
  // Beside `src` and beside `dist`.
  const folders = ['../assets/', '../../assets/'].map((path) => new URL(path + name, import.meta.url));
  for (const file of folders) {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      // The other one.
    }
  }
  throw new Error(`${name} is not built: run "npm run generate" in packages/openapi-docs.`);
}
