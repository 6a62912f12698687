// Aliases of components at the top level, named as openapi-typescript names them.
import { quote } from '@keyframe/openapi-codegen';

const PREFIXES = [
  ['schemas', 'Schema'],
  ['responses', 'Response'],
  ['parameters', 'Parameter'],
  ['requestBodies', 'RequestBody'],
  ['headers', 'Header'],
  ['pathItems', 'PathItem'],
] as const;

/** Creates an alias for each component, from the names of each kind. */
export function createRootTypes(components: ReadonlyMap<string, readonly string[]>): string[] {
  const taken = new Set<string>();
  const lines: string[] = [];
  for (const [kind, prefix] of PREFIXES)
    for (const name of components.get(kind) ?? []) {
      const base = `${prefix}${toPascalCase(name)}`;
      let alias = base;
      for (let count = 2; taken.has(alias); count += 1) alias = `${base}_${count}`;
      taken.add(alias);
      lines.push(`export type ${alias} = components[${quote(kind)}][${quote(name)}];\n`);
    }
  return lines.length === 0 ? [] : [lines.join('')];
}

function toPascalCase(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
  return words
    .map((word, index) => {
      const isDigit = index > 0 && /^\d/.test(word);
      return (isDigit ? `_${word.charAt(0)}` : word.charAt(0).toUpperCase()) + word.slice(1).toLowerCase();
    })
    .join('');
}
