// Compares the types that openapi-typescript writes of a document with ours: whether each member of `paths`, `operations`,
// `webhooks` and `components` is assignable to the other.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { loadDocument } from '@keyframe/openapi-model';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { printTypes } from '../../src/print/document-types.ts';

const COMPONENTS = ['schemas', 'responses', 'parameters', 'requestBodies', 'headers', 'pathItems'];
const ROOTS = ['paths', 'operations', 'webhooks', ...COMPONENTS.map((kind) => `components['${kind}']`)];

const COMPARISON = `import type * as theirs from './theirs.ts';
import type * as ours from './ours.ts';
type Compare<A, B> = [A] extends [B]
  ? [B] extends [A] ? never : 'ours is wider'
  : [B] extends [A] ? 'theirs is wider' : 'both differ';
type Differences<A, B> = {
  [K in keyof A | keyof B]: K extends keyof A & keyof B
    ? Compare<A[K], B[K]> extends infer D ? ([D] extends [never] ? never : [K, D]) : never
    : [K, 'only one'];
}[keyof A | keyof B];
type Result<T> = [T] extends [never] ? true
  : T extends [infer K extends string | number, infer D extends string] ? \`\${K}: \${D}\` : false;
${ROOTS.map((root, index) => `export const r${index}: Result<Differences<theirs.${root}, ours.${root}>> = true;`).join('\n')}
`;

/** Writes both types of a document into a folder. Throws an error of either library. */
export async function writeBothTypes(document: string, folder: string): Promise<void> {
  const model = await loadDocument(document).catch(() => loadDocument(document, { lenient: true }));
  const theirs = astToString(await openapiTypescript(new URL(`file://${document}`), { silent: true }));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'theirs.ts'), theirs);
  await writeFile(join(folder, 'ours.ts'), printTypes(model.document));
  await writeFile(join(folder, 'compare.ts'), COMPARISON);
}

const TSC = join(import.meta.dirname, '../../../../node_modules/typescript/bin/tsc');

/** Compiles the comparisons in folders below a folder, and lists the differences of each, by the name of its folder. */
export async function listDifferences(folder: string): Promise<Record<string, string[]>> {
  const options = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    noErrorTruncation: true,
  };
  const project = { compilerOptions: options, include: ['*/compare.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
  const compile = promisify(execFile)(process.execPath, [TSC, '-p', folder], {
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const { stdout } = await compile.catch((error: { stdout: string }) => error);
  const found: Record<string, string[]> = {};
  const pattern =
    /([^/\s]+)\/compare\.ts\(\d+,\d+\): error TS\d+: (?:Type 'true' is not assignable to type '(.*)'\.|.*)/g;
  for (const [message, name = '', union] of stdout.matchAll(pattern)) {
    const members = union?.split(' | ').map((member) => member.slice(1, -1)) ?? [message];
    found[name] = [...(found[name] ?? []), ...members];
  }
  return found;
}

/** Names the folder of a document. */
export function folderName(document: string): string {
  return basename(document).replace(/\.\w+$/, '');
}
