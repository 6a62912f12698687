import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Reads the text of a skill that is shipped with this package. */
export function readSkill(name: string): string {
  return readFileSync(fileURLToPath(import.meta.resolve(`#${name}.md`)), 'utf8');
}
