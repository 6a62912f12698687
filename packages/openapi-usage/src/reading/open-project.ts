// A project of TypeScript as the compiler sees it.
import { existsSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import ts from 'typescript';
import { ProjectUnreadableError } from './project-unreadable-error.ts';

/** The sources of a consumer, and what they import. */
export interface Project {
  checker: ts.TypeChecker;
  /** The files to read, without generated ones. */
  sources: readonly ts.SourceFile[];
  /** The files that were generated from a document. */
  generated: readonly ts.SourceFile[];
  /** Whether a file was generated from a document. */
  isGenerated: (file: ts.SourceFile) => boolean;
  /** Whether a file belongs to a library, and was not generated from a document. */
  isForeign: (file: ts.SourceFile) => boolean;
  /** Writes a location, `src/cart.ts:41`. */
  locate: (node: ts.Node) => string;
}

/**
 * Opens the sources in a folder, with the options of the nearest tsconfig.json. Throws ProjectUnreadableError if there
 * are none, if none is generated from a document, or if an import has no types.
 */
export function openProject(folder: string, root = process.cwd()): Project {
  const path = resolve(root, folder);
  if (!existsSync(path)) throw new ProjectUnreadableError(`${folder} does not exist.`);
  const { fileNames, options } = readConfig(path);
  const isWithin = (name: string) => resolve(name) === path || resolve(name).startsWith(path + sep);
  const names = fileNames.filter((name) => isWithin(name) || name.endsWith('.d.ts'));
  if (!names.some(isWithin)) throw new ProjectUnreadableError(`${folder} contains no TypeScript.`);
  // Clients name no global types but those of Node.
  const program = ts.createProgram(names, {
    ...options,
    noEmit: true,
    allowJs: true,
    skipLibCheck: true,
    types: ['node'],
  });
  const generated = new Set(program.getSourceFiles().filter(isGeneratedText));
  if (generated.size === 0) {
    const message = `${folder} imports nothing that was generated from a document: a client, or the types of openapi-typescript.`;
    throw new ProjectUnreadableError(message);
  }
  const isSource = (file: ts.SourceFile) => isWithin(file.fileName) && !generated.has(file);
  return {
    checker: program.getTypeChecker(),
    sources: program.getSourceFiles().filter(isSource),
    generated: [...generated],
    isGenerated: (file) => generated.has(file),
    isForeign: (file) =>
      !generated.has(file) &&
      (program.isSourceFileFromExternalLibrary(file) || program.isSourceFileDefaultLibrary(file)),
    locate: (node) => {
      const file = node.getSourceFile();
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      return `${relative(root, file.fileName).replaceAll(sep, '/')}:${line + 1}`;
    },
  };
}

/** Lists the files in a folder that may call the API, but are not read: those of Vue, Svelte and Astro. */
export function listUnread(folder: string, root = process.cwd()): readonly string[] {
  const path = resolve(root, folder);
  const files = ts.sys.readDirectory(path, ['.vue', '.svelte', '.astro'], ['**/node_modules']);
  return files.map((file) => relative(root, file).replaceAll(sep, '/'));
}

/** Visits a node and all below it. */
export function visitAll(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => visitAll(child, visit));
}

// The first lines of generated clients and types name their generator.
function isGeneratedText({ text }: ts.SourceFile): boolean {
  if (/^export (?:interface|type) (?:operations|paths)\b/m.test(text)) return true;
  return /\bgenerated (?:by|from|with)\b.*(?:openapi|keyframe)/i.test(text.slice(0, 400));
}

// JavaScript that calls a client with types is read, too.
const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs'];

function readConfig(path: string): { fileNames: readonly string[]; options: ts.CompilerOptions } {
  const start = statSync(path).isDirectory() ? path : dirname(path);
  const file = ts.findConfigFile(start, ts.sys.fileExists);
  const configs = file === undefined ? [] : listConfigs(file);
  const config = configs.find(({ fileNames }) => fileNames.some((name) => resolve(name).startsWith(path)));
  if (config) return config;
  const fileNames = statSync(path).isDirectory()
    ? ts.sys.readDirectory(path, EXTENSIONS, ['**/node_modules'])
    : [path];
  const { Bundler } = ts.ModuleResolutionKind;
  const options = {
    strict: true,
    moduleResolution: Bundler,
    module: ts.ModuleKind.ESNext,
    jsx: ts.JsxEmit.Preserve,
  };
  return { fileNames, options: configs[0]?.options ?? options };
}

// A configuration, and those that it refers to.
function listConfigs(file: string): ts.ParsedCommandLine[] {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const parsed = ts.getParsedCommandLineOfConfigFile(file, {}, host);
  if (!parsed) return [];
  const referred = (parsed.projectReferences ?? []).map((reference) =>
    ts.resolveProjectReferencePath(reference),
  );
  const configs = [parsed];
  for (const path of referred.filter((name) => existsSync(name))) configs.push(...listConfigs(path));
  return configs;
}
