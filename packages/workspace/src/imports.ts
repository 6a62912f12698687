import { parseSync } from 'oxc-parser';

/** One import, re-export or literal `import()` of a module; `typesOnly` when nothing of it remains at run time. */
export interface Import {
  specifier: string;
  typesOnly: boolean;
  line: number;
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length;
}

function isTypesOnly(entries: readonly { isType: boolean }[]): boolean {
  return entries.length > 0 && entries.every((entry) => entry.isType);
}

/** Lists what a TypeScript module imports; throws when it can't be parsed. */
export function importsOf(path: string, source: string): Import[] {
  const { module, errors } = parseSync(path, source);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path} can't be parsed: ${error.message}`);
  const imported = module.staticImports.map(({ moduleRequest, entries, start }) => ({
    specifier: moduleRequest.value,
    typesOnly: isTypesOnly(entries),
    line: lineAt(source, start),
  }));
  const exported = module.staticExports.flatMap(({ entries, start }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest
        ? [{ specifier: moduleRequest.value, typesOnly: isType, line: lineAt(source, start) }]
        : [],
    ),
  );
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest, start }) => {
    const literal = /^(['"])(.*)\1$/.exec(source.slice(moduleRequest.start, moduleRequest.end));
    return literal?.[2] === undefined
      ? []
      : [{ specifier: literal[2], typesOnly: false, line: lineAt(source, start) }];
  });
  return [...imported, ...exported, ...dynamic];
}
