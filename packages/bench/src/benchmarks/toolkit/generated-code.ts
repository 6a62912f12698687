/** Code that is generated from large documents: the time to check and load it, and its size. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { Benchmark, Comparison, Target } from '../../comparison.ts';
import { installRuntime } from '../../generators/built-runtime.ts';
import { type Generator, OURS, PEERS, timeCommand } from '../../generators/generators.ts';
import { createScratchFolder, type ScratchFolder } from '../../generators/scratch-folder.ts';
import { alternate, type ComparedSides } from '../../rounds.ts';

/** A document: its name in the table, and its file. */
interface LargeDocument {
  readonly name: string;
  readonly path: string;
}

const PACKAGES = join(import.meta.dirname, '../../../../node_modules');

/** Documents of 0.3 to 4.8 MB, of OpenAPI 3.0 and 3.1. */
const LARGE_DOCUMENTS: readonly LargeDocument[] = [
  { name: 'readme', path: '@readme/oas-examples/3.1/json/readme.json' },
  { name: 'star-trek', path: '@readme/oas-examples/3.0/json/star-trek.json' },
  { name: 'figma', path: '@figma/rest-api-spec/openapi/openapi.yaml' },
  { name: 'blockfrost', path: '@blockfrost/openapi/openapi.yaml' },
  { name: 'shipengine', path: 'shipengine-openapi/openapi.yaml' },
].map(({ name, path }) => ({ name, path: join(PACKAGES, path) }));

// TypeScript 5.9, because it reports how much memory a check took.
const TSC = join(import.meta.dirname, '../../../../node_modules/.bin/tsc');
const BYTES_PER_MB = 1e6;
const KB_PER_MB = 1024;

/** Generated code: its folder, and one bundle with all that it imports. */
interface Code {
  readonly folder: string;
  readonly bundle: string;
}

type Figures = Readonly<Record<'bundle' | 'check' | 'code' | 'load' | 'memory' | 'output' | 'types', number>>;

interface Measure {
  readonly figure: keyof Figures;
  readonly subject: string;
  readonly unit: 'MB' | 'ms' | 'types';
  /** By the name of the peer; one without a target is not compared. */
  readonly targets: Readonly<Record<string, Target>>;
}

const AS_MUCH: Target = { kind: 'factor', atMost: 1 };
const TWICE: Target = { kind: 'factor', atMost: 2 };

const MEASURES: readonly Measure[] = [
  { figure: 'check', subject: 'type check', unit: 'ms', targets: { 'hono-takibi': TWICE } },
  { figure: 'memory', subject: 'its memory', unit: 'MB', targets: { 'hono-takibi': TWICE } },
  { figure: 'types', subject: 'its types', unit: 'types', targets: { 'hono-takibi': TWICE } },
  { figure: 'code', subject: 'code', unit: 'MB', targets: { 'hono-takibi': AS_MUCH } },
  { figure: 'output', subject: 'code and document', unit: 'MB', targets: { 'hono-takibi': AS_MUCH } },
  { figure: 'bundle', subject: 'bundle', unit: 'MB', targets: { 'hono-takibi': AS_MUCH } },
  { figure: 'load', subject: 'import', unit: 'ms', targets: { '@hey-api/openapi-ts, zod': TWICE } },
];

/** Compares the code of generators that emit validators, document by document. */
export const generatedCode: Benchmark = async ({ rounds }) => {
  await using scratch = await createScratchFolder();
  await installRuntime(scratch.folder);
  const documents = [...LARGE_DOCUMENTS, { name: 'github-webhooks', path: scratch.document }];
  const comparisons: Comparison[] = [];
  for (const document of documents) {
    const ours = await generateCode(OURS, document, scratch);
    for (const peer of PEERS.filter(({ emitsValidators }) => emitsValidators)) {
      const theirs = await generateCode(peer, document, scratch);
      const figures = await alternate(rounds, { subject: () => measure(ours), peer: () => measure(theirs) });
      comparisons.push(...createComparisons(document, peer, figures));
    }
  }
  return comparisons;
};

function createComparisons(
  { name }: LargeDocument,
  peer: Generator,
  figures: ComparedSides<Figures>,
): Comparison[] {
  const comparisons: Comparison[] = [];
  for (const { figure, subject, unit, targets } of MEASURES) {
    const target = targets[peer.name];
    const compared = { subject: `${name}: ${subject}`, peer: peer.name, unit, figures: figures[figure] };
    if (target) comparisons.push({ ...compared, target });
  }
  return comparisons;
}

async function generateCode(
  generator: Generator,
  { name, path }: LargeDocument,
  { folder: parent }: ScratchFolder,
): Promise<Code> {
  const folder = join(parent, 'code', name, generator.name.replaceAll(/[^a-z]+/g, '-'));
  await mkdir(folder, { recursive: true });
  await timeCommand(generator.command(path, folder));
  const config = {
    extends: '../../../../../../../tsconfig.base.json',
    // hono-takibi and hey-api write code that only looser settings accept.
    compilerOptions: { exactOptionalPropertyTypes: false, noUnusedLocals: false, noUnusedParameters: false },
    include: ['*.ts'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const bundle = join(parent, `${name}-${generator.name.replaceAll(/[^a-z]+/g, '-')}.mjs`);
  // Everything that it exports has to stay.
  await build({
    entryPoints: [join(folder, generator.entry)],
    outfile: bundle,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
  });
  return { folder, bundle };
}

async function measure({ folder, bundle }: Code): Promise<Figures> {
  return {
    ...(await checked(folder)),
    code: await measureSize(folder, (name) => name.endsWith('.ts')),
    output: await measureSize(folder, (name) => name !== 'tsconfig.json'),
    bundle: (await stat(bundle)).size / BYTES_PER_MB,
    load: await importTime(bundle),
  };
}

// The code of the peers has type errors for some documents; its check takes the same time.
async function checked(folder: string): Promise<Pick<Figures, 'check' | 'memory' | 'types'>> {
  const startedAt = performance.now();
  const run = promisify(execFile)(TSC, ['-p', folder, '--extendedDiagnostics'], {
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const memory = Number(/Memory used:\s+(?<kb>\d+)K/.exec(stdout)?.groups?.kb) / KB_PER_MB;
  const types = Number(/Types:\s+(?<count>\d+)/.exec(stdout)?.groups?.count);
  return { check: performance.now() - startedAt, memory, types };
}

async function measureSize(folder: string, isCounted: (name: string) => boolean): Promise<number> {
  const names = (await readdir(folder)).filter(isCounted);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((total, size) => total + size, 0) / BYTES_PER_MB;
}

// A process of its own, which has nothing loaded yet.
async function importTime(bundle: string): Promise<number> {
  const code = `const from = performance.now(); await import(${JSON.stringify(pathToFileURL(bundle).href)}); console.log(performance.now() - from);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]);
  return Number(stdout);
}
