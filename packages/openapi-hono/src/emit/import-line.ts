import { bracket, print } from '../code.ts';
import { wordsIn } from '../reserved-names.ts';

/** Writes an import of names; nothing when there are none. */
export function importLine(names: readonly string[], from: string): string {
  if (names.length === 0) return '';
  const [start, end] = ['import ', ` from '${from}';\n`];
  return `${start}${print(bracket('{', [...names].sort(), '}'), '', start.length + end.length)}${end}`;
}

/** Writes an import of those names that the code of a module uses. */
export function importUsed(names: readonly string[], from: string, code: string): string {
  const words = new Set(wordsIn(code));
  return importLine(
    names.filter((name) => words.has(name)),
    from,
  );
}
