// Reads the names that generated code uses itself out of what is generated for a document with nothing in it.

// Calls that depend on the document name these.
const GLOBALS = ['RegExp'];

/** Lists the names that no component and no route may have, given the files of an empty document. */
export function reservedNames(files: Readonly<Record<string, string>>): Set<string> {
  // The names of components stand in these two files, so any other name in them could be shadowed.
  const shared = [files['routes.ts'], files['schemas.ts']].flatMap((text = '') => wordsIn(text));
  const exported = Object.values(files).flatMap(exportsOf);
  return new Set([...GLOBALS, ...shared, ...exported]);
}

function wordsIn(code: string): string[] {
  const bare = code.replaceAll(/\/\*.*?\*\/|'[^'\n]*'/gs, ' ');
  return bare.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

function exportsOf(code: string): string[] {
  const declarations = code.matchAll(/^export (?:const|function|interface|type) (?<name>[\w$]+)/gm);
  return [...declarations].flatMap(({ groups }) => groups?.name ?? []);
}
