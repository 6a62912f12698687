import { bracket, print } from '../code.ts';
import { wordsIn } from '../reserved-names.ts';

/** Writes an import of names; nothing when there are none. */
export function importLine(names: readonly string[], from: string): string {
  return names.length === 0
    ? ''
    : `${print(['import ', bracket('{', [...names].sort(), '}'), ` from '${from}';`])}\n`;
}

/** Writes an import of those names that the code of a module uses. */
export function importUsed(names: readonly string[], from: string, code: string): string {
  const words = new Set(wordsIn(code));
  return importLine(
    names.filter((name) => words.has(name)),
    from,
  );
}
