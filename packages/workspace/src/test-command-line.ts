// Reads the command line of `npm test`: which suites run, and how.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PACKAGES } from './import-rules.ts';

/** A package, and the files of it that are tested, relative to its folder; no file means all. */
export interface TestTarget {
  readonly packageName: string;
  readonly directory: string;
  readonly files: readonly string[];
}

/** `all` includes the suites named `*.full.test.ts`; without targets, all checks run as well. */
export interface TestCommandLine {
  readonly all: boolean;
  readonly watch: boolean;
  /** Pattern of test titles. */
  readonly title: string | undefined;
  readonly targets: readonly TestTarget[];
}

export const USAGE = `Usage: npm test [-- [package | path]... [-t title] [--watch]]
       npm run test:all`;

/** A command line that cannot be run, with the reason. */
export class TestUsageError extends Error {
  override readonly name = 'TestUsageError';
}

function readPackageName(root: string, directory: string): string {
  return JSON.parse(readFileSync(join(root, directory, 'package.json'), 'utf8')).name;
}

function findPackageFolder(root: string, path: string): string | undefined {
  const folder = statSync(path).isDirectory() ? path : dirname(path);
  const below = relative(root, folder);
  if (below === '' || below.startsWith('..')) return undefined;
  return existsSync(join(folder, 'package.json')) ? folder : findPackageFolder(root, dirname(folder));
}

function findTarget(root: string, text: string): TestTarget {
  const { directory: location = text } = PACKAGES[text.replace(/^@keyframe\//, '')] ?? {};
  const path = resolve(root, location);
  if (!existsSync(path)) throw new TestUsageError(`Package or path "${text}" not found.`);
  const folder = findPackageFolder(root, path);
  if (folder === undefined) throw new TestUsageError(`"${text}" is not part of a package.`);
  const directory = relative(root, folder);
  const file = relative(folder, path);
  return { packageName: readPackageName(root, directory), directory, files: file === '' ? [] : [file] };
}

function mergeTargets(targets: readonly TestTarget[]): TestTarget[] {
  const merged = new Map<string, TestTarget>();
  for (const target of targets) {
    const before = merged.get(target.packageName) ?? target;
    const isWhole = [before, target].some(({ files }) => files.length === 0);
    const files = new Set(isWhole ? [] : [...before.files, ...target.files]);
    merged.set(target.packageName, { ...before, files: [...files] });
  }
  return [...merged.values()];
}

/** Reads the arguments; `root` is the folder of the repository. Throws a `TestUsageError`. */
export function readTestCommandLine(root: string, args: readonly string[]): TestCommandLine {
  const { values, positionals } = parseOptions(args);
  const targets = mergeTargets(positionals.map((text) => findTarget(root, text)));
  const { all = false, watch = false, title } = values;
  if (targets.length === 0 && (watch || title !== undefined)) {
    throw new TestUsageError('--watch and -t need a package or a path.');
  }
  if (watch && targets.length > 1) throw new TestUsageError('--watch needs exactly one package.');
  return { all, watch, title, targets };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        all: { type: 'boolean' },
        title: { type: 'string', short: 't' },
        watch: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new TestUsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
