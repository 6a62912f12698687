import { bracket, print } from '@keyframe/openapi-tooling/generator';

/** Writes an import of names; returns nothing for an empty list. */
export function importLine(names: readonly string[], from: string): string {
  if (names.length === 0) return '';
  const [start, end] = ['import ', ` from '${from}';\n`];
  const code = print(bracket('{', [...new Set(names)].sort(), '}'), '', start.length + end.length);
  return `${start}${code}${end}`;
}
