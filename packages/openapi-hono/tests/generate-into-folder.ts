import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeFiles } from '@keyframe/openapi-codegen';
import { type JsonValue, type ReadOptions, readModel } from '@keyframe/openapi-model';
import type { z } from 'zod';
import { generate } from '../src/index.ts';

const REPORTS = join(import.meta.dirname, '../reports');

/** A folder of generated files, removed when it goes out of scope. */
export interface GeneratedFolder extends AsyncDisposable {
  path: string;
}

/** Generates a document into a fresh folder below the package, where imports resolve. */
export async function generateIntoFolder(document: unknown, options?: ReadOptions): Promise<GeneratedFolder> {
  await mkdir(REPORTS, { recursive: true });
  const path = await mkdtemp(join(REPORTS, 'generated-'));
  await writeFiles(path, generate(readModel(document as JsonValue, 'test.json', options)));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

const COMPILERS = {
  5.9: join(import.meta.dirname, '../node_modules/.bin/tsc'),
  7: join(import.meta.dirname, '../../../node_modules/.bin/tsc'),
};

/** Compiles folders in strict mode by a version of TypeScript and answers what it says, nothing when all is well. */
export async function compileFolder(
  first: GeneratedFolder,
  version: keyof typeof COMPILERS = 7,
  { others = [], stricter = {} }: { others?: readonly GeneratedFolder[]; stricter?: object } = {},
): Promise<string> {
  const config = {
    extends: '../../../../tsconfig.base.json',
    compilerOptions: { skipLibCheck: true, ...stricter },
    include: ['*.ts', ...others.map(({ path }) => join(path, '*.ts'))],
  };
  await writeFile(join(first.path, 'tsconfig.json'), JSON.stringify(config));
  const compile = promisify(execFile)(COMPILERS[version], ['-p', first.path]);
  return (await compile.catch((error: { stdout: string }) => error)).stdout;
}

/** Generates schemas and imports their validators. */
export async function importValidators(schemas: unknown): Promise<Record<string, z.ZodType>> {
  await using folder = await generateIntoFolder(documentWith(schemas));
  const module: { schemas: Record<string, z.ZodType> } = await import(join(folder.path, 'index.ts'));
  return module.schemas;
}

/** Makes a document of component schemas alone. */
export function documentWith(schemas: unknown) {
  return { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths: {}, components: { schemas } };
}
