/** The scripts and styles of pages, which the build of this package writes. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Files that pages contain or load. */
export type AssetName = 'reference.js' | 'reference-with-mock.js' | 'styles.css';

/** Reads a file that pages contain or load. */
export function readAsset(name: AssetName): string {
  return readFileSync(fileURLToPath(import.meta.resolve(`#${name}`)), 'utf8');
}
