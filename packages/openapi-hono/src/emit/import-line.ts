import { bracket, print } from '../code.ts';

/** Writes an import of names; nothing when there are none. */
export function importLine(names: readonly string[], from: string): string {
  return names.length === 0
    ? ''
    : `${print(['import ', bracket('{', [...names].sort(), '}'), ` from '${from}';`])}\n`;
}
