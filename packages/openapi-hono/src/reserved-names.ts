// Reads the names that generated code uses itself out of what is generated for a document with nothing in it.

// Code that depends on the document names these.
const ALWAYS = [
  'Answer',
  'Body',
  'CallbackDefinition',
  'Defaulted',
  'Input',
  'Json',
  'JsonAnswer',
  'JsonBody',
  'OperationDefinition',
  'OperationDefinitions',
  'ParameterDefinition',
  'Optional',
  'Partial',
  'RawBodySchema',
  'Record',
  'RegExp',
  'Schema',
  'SecurityScheme',
  'Texts',
  'WithFiles',
  'decisions',
  'schemas',
];

/** Lists the names that no component and no route may have, given the files of an empty document. */
export function reservedNames(files: Readonly<Record<string, string>>): Set<string> {
  // These files contain the names of components, so any other name in them could be shadowed.
  const shared = ['callbacks.ts', 'routes.ts', 'schemas.ts', 'webhooks.ts'].flatMap((path) =>
    listWords(files[path] ?? ''),
  );
  const exported = Object.values(files).flatMap(listExports);
  return new Set([...ALWAYS, ...shared, ...exported]);
}

/** Lists the words of generated code, those in comments and strings aside. */
export function listWords(code: string): string[] {
  const bare = code.replaceAll(/\/\*.*?\*\/|'(?:[^'\\\n]|\\.)*'/gs, ' ');
  return bare.match(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu) ?? [];
}

function listExports(code: string): string[] {
  const declarations = code.matchAll(/^export (?:const|function|interface|type) (?<name>[\w$]+)/gm);
  return [...declarations].flatMap(({ groups }) => groups?.name ?? []);
}
