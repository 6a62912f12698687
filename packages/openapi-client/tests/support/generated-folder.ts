import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeFiles } from '@keyframe/openapi-codegen';
import { type JsonValue, loadDocument, type OpenApiModel, readModel } from '@keyframe/openapi-model';
import { type GenerateOptions, generate } from '../../src/generate.ts';

const PACKAGE = join(import.meta.dirname, '../..');

/** A folder of generated files, removed when it goes out of scope. */
export interface GeneratedFolder extends AsyncDisposable {
  path: string;
  /** The messages of the warnings. */
  warnings: string[];
}

/** Generates the client of a document, or of a file, into a new folder below the package, where imports resolve. */
export async function generateIntoFolder(
  document: JsonValue | string,
  options?: GenerateOptions,
): Promise<GeneratedFolder> {
  const model: OpenApiModel =
    typeof document === 'string' ? await loadDocument(document) : readModel(document, 'test.json');
  const { files, warnings } = await generate(model, options);
  const path = await createFolder();
  await writeFiles(path, files);
  return {
    path,
    warnings: warnings.map(({ message }) => message),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  };
}

/** Creates a folder below the package. */
export async function createFolder(): Promise<string> {
  const reports = join(PACKAGE, 'reports');
  await mkdir(reports, { recursive: true });
  return mkdtemp(join(reports, 'generated-'));
}

const COMPILERS = {
  5.6: join(PACKAGE, 'node_modules/typescript-5.6/bin/tsc'),
  5.9: join(PACKAGE, 'node_modules/typescript/bin/tsc'),
  6: join(PACKAGE, 'node_modules/typescript-6/bin/tsc'),
  7: join(PACKAGE, '../../node_modules/typescript/bin/tsc'),
};

export const VERSIONS = [5.6, 5.9, 6, 7] as const;

const STRICTEST = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable', 'esnext.disposable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
  noEmit: true,
  allowImportingTsExtensions: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
};

/** Compiles folders under the strictest options and returns the output of the compiler; '' without errors. */
export async function compileFolders(
  [first, ...others]: readonly [GeneratedFolder, ...GeneratedFolder[]],
  version: keyof typeof COMPILERS = 7,
): Promise<string> {
  const include = ['*.ts', ...others.map(({ path }) => join(path, '*.ts'))];
  return compileFiles(first.path, include, version);
}

/** Compiles files below a folder under the strictest options and returns the output of the compiler; '' without errors. */
export async function compileFiles(
  folder: string,
  include: readonly string[],
  version: keyof typeof COMPILERS,
): Promise<string> {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICTEST, include }));
  const args = [COMPILERS[version], '-p', folder];
  const compile = promisify(execFile)(process.execPath, args, { maxBuffer: Number.POSITIVE_INFINITY });
  return (await compile.catch((error: { stdout: string }) => error)).stdout;
}
