// Modules of generated code: the imports come from the names that the code refers to.
import {
  type Code,
  type Declaration,
  getLocalName,
  listNames,
  mapReferences,
  print,
  quote,
  type Reference,
} from './code.ts';

/** Extension of an import between modules, or none. */
export type ImportExtension = 'js' | 'none' | 'ts';

export interface ModuleOptions {
  /** The module itself, whose names need no import. */
  path?: string | undefined;
  /** Returns what the code writes for the module of a reference. */
  resolve?: ((module: string) => string) | undefined;
}

/** Prints a module. An imported name that is declared in it or imported from a module of the same folder gets an alias. */
export function printModule(code: Code, { path, resolve = (module) => module }: ModuleOptions = {}): string {
  const names = listNames(code);
  const imported = names.filter(isReference).filter(({ module }) => module !== path);
  const taken = new Set(names.filter(isDeclaration).map(({ declares }) => declares));
  const aliases = chooseAliases(imported, taken);
  const rename = (name: Reference): Reference => {
    const alias = aliases.get(getKey(name));
    return alias === undefined ? name : { ...name, specifier: `${getImported(name)} as ${alias}` };
  };
  const lines = writeImports(imported.map(rename), resolve);
  const body = print(aliases.size === 0 ? code : mapReferences(code, rename));
  return lines === '' ? body : `${lines}\n${body}`;
}

/** Writes an export of names from a module; nothing without names. */
export function exportLine(specifiers: Iterable<string>, module: string): string {
  return moduleLine('export', specifiers, module);
}

/** Replaces the extension of a module that is imported by the path of its file. */
export function replaceImportExtension(module: string, extension: ImportExtension): string {
  return module.startsWith('./')
    ? module.replace(/\.ts$/, extension === 'none' ? '' : `.${extension}`)
    : module;
}

function chooseAliases(imported: readonly Reference[], taken: Set<string>): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  const distinct = [...new Map(imported.map((name) => [getKey(name), name])).values()];
  const [near, far] = [distinct.filter(isNear), distinct.filter((name) => !isNear(name))];
  for (const name of [...near, ...far]) {
    const local = getLocalName(name);
    let alias = local;
    for (let count = 2; taken.has(alias); count += 1) alias = `${local}${count}`;
    taken.add(alias);
    if (alias !== local) aliases.set(getKey(name), alias);
  }
  return aliases;
}

function writeImports(imported: readonly Reference[], resolve: (module: string) => string): string {
  const modules = Map.groupBy(imported, ({ module }) => resolve(module));
  const isFile = (module: string) => module.startsWith('.');
  const packages = [...modules.keys()].filter((module) => !isFile(module)).sort();
  const files = [...modules.keys()].filter(isFile).sort();
  return [...packages, ...files]
    .map((module) =>
      moduleLine(
        'import',
        (modules.get(module) ?? []).map(({ specifier }) => specifier),
        module,
      ),
    )
    .join('');
}

function moduleLine(keyword: 'export' | 'import', specifiers: Iterable<string>, module: string): string {
  const all = new Set(specifiers);
  const [first] = all;
  if (first === undefined) return '';
  if (first.startsWith('*')) return `${keyword} ${first} from ${quote(module)};\n`;
  const bare = (specifier: string) => specifier.replace(/^type /, '');
  // A value is imported with its type.
  const needed = [...all].filter((specifier) => bare(specifier) === specifier || !all.has(bare(specifier)));
  const sorted = needed.sort((left, right) => bare(left).localeCompare(bare(right), 'en'));
  const areTypes = sorted.every((specifier) => specifier.startsWith('type '));
  const list = areTypes ? sorted.map(bare) : sorted;
  const head = areTypes ? `${keyword} type` : keyword;
  const line = `${head} { ${list.join(', ')} } from ${quote(module)};\n`;
  if (line.length <= 111) return line;
  return `${head} {\n${list.map((name) => `  ${name},\n`).join('')}} from ${quote(module)};\n`;
}

function isNear({ module }: Reference): boolean {
  return module.startsWith('.');
}

function isReference(name: Reference | Declaration): name is Reference {
  return 'specifier' in name;
}

function isDeclaration(name: Reference | Declaration): name is Declaration {
  return 'declares' in name;
}

// A value and its type have one key.
function getKey(name: Reference): string {
  return `${name.module} ${getImported(name).replace(/^type /, '')}`;
}

function getImported({ specifier }: Reference): string {
  return specifier.replace(/ as .*$/, '');
}
