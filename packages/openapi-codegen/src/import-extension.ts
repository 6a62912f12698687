// The project of TypeScript around a folder, which decides about imports between generated modules.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { ImportExtension } from './module.ts';

interface CompilerOptions {
  allowImportingTsExtensions?: unknown;
  rewriteRelativeImportExtensions?: unknown;
  module?: unknown;
  moduleResolution?: unknown;
}

/** Finds the extension that the nearest `tsconfig.json` of a folder allows; `ts` without one that can be read. */
export async function findImportExtension(folder: string): Promise<ImportExtension> {
  for (let parent = resolve(folder); ; parent = dirname(parent)) {
    const options = await readCompilerOptions(join(parent, 'tsconfig.json'), new Set());
    if (options !== undefined) return chooseExtension(options);
    if (parent === dirname(parent)) return 'ts';
  }
}

function chooseExtension(options: CompilerOptions): ImportExtension {
  if (options.allowImportingTsExtensions === true) return 'ts';
  if (options.rewriteRelativeImportExtensions === true) return 'ts';
  // Only the resolution of Node needs an extension.
  const resolution = String(options.moduleResolution ?? options.module ?? '');
  return /^node(?:\d\d|next)$/i.test(resolution) ? 'js' : 'none';
}

async function readCompilerOptions(path: string, seen: Set<string>): Promise<CompilerOptions | undefined> {
  if (seen.has(path)) return {};
  seen.add(path);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  const config = text === undefined ? undefined : parseWithComments(text);
  if (config === undefined) return undefined;
  const options: CompilerOptions = {};
  for (const parent of [config.extends ?? []].flat()) {
    const base = findParent(String(parent), path);
    if (base !== undefined) Object.assign(options, await readCompilerOptions(base, seen));
  }
  return Object.assign(options, config.compilerOptions);
}

/** Parses JSON with comments and trailing commas; undefined if it is not an object. */
function parseWithComments(
  text: string,
): { extends?: string | readonly string[]; compilerOptions?: CompilerOptions } | undefined {
  const json = text
    .replaceAll(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1')
    .replaceAll(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, '$1');
  try {
    const value: unknown = JSON.parse(json.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Finds a configuration that another one extends: a path, or a file of a package. */
function findParent(name: string, path: string): string | undefined {
  const names = [name, `${name}.json`, `${name}/tsconfig.json`].filter((candidate) =>
    candidate.endsWith('.json'),
  );
  for (const candidate of names) {
    try {
      return createRequire(path).resolve(candidate);
    } catch {
      // The next one may exist.
    }
  }
  return undefined;
}
