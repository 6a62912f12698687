/** What was generated from a document of 5 MB: how long it takes to check and to load, and how large it is. */
import { execFile } from 'node:child_process';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { Benchmark, Comparison } from '../comparison.ts';
import { type Generator, OURS, PEERS, timeCommand } from '../generators/generators.ts';
import { createWorkplace, type Workplace } from '../generators/workplace.ts';
import { alternate } from '../rounds.ts';

const TSC = join(import.meta.dirname, '../../../../node_modules/.bin/tsc');
const BYTES_PER_MB = 1e6;

/** Is generated code, as its sources and as one bundle with all that it imports. */
interface Code {
  readonly folder: string;
  readonly bundle: string;
}

/** Compares type checks, imports and bundles of the code of generators that emit validators. */
export const generatedCode: Benchmark = async ({ rounds }) => {
  await using workplace = await createWorkplace();
  const ours = await codeOf(OURS, workplace);
  const comparisons: Comparison[] = [];
  for (const peer of PEERS.filter(({ emitsValidators }) => emitsValidators)) {
    const theirs = await codeOf(peer, workplace);
    const figures = await alternate(rounds, { subject: () => measure(ours), peer: () => measure(theirs) });
    const { subject: own, peer: other } = figures;
    const target = { kind: 'difference', atMost: 0 } as const;
    comparisons.push(
      {
        subject: 'type check',
        peer: peer.name,
        unit: 'ms',
        figures: { subject: own.check, peer: other.check },
        target,
      },
      {
        subject: 'import',
        peer: peer.name,
        unit: 'ms',
        figures: { subject: own.load, peer: other.load },
        target,
      },
      {
        subject: 'bundle',
        peer: peer.name,
        unit: 'MB',
        figures: { subject: own.size, peer: other.size },
        target,
      },
    );
  }
  return comparisons;
};

async function codeOf(generator: Generator, { folder: parent, document }: Workplace): Promise<Code> {
  const folder = join(parent, 'code', generator.name.replaceAll(/[^a-z]+/g, '-'));
  await mkdir(folder, { recursive: true });
  await timeCommand(generator.command(document, folder));
  const config = {
    extends: '../../../../../../tsconfig.base.json',
    // hono-takibi and hey-api write code that only looser settings accept.
    compilerOptions: { exactOptionalPropertyTypes: false, noUnusedLocals: false, noUnusedParameters: false },
    include: ['*.ts'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const bundle = join(folder, 'bundle.mjs');
  const entry = join(folder, generator.entry);
  // Everything that it exports has to stay.
  await build({
    entryPoints: [entry],
    outfile: bundle,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
  });
  return { folder, bundle };
}

async function measure({ folder, bundle }: Code) {
  const startedAt = performance.now();
  await promisify(execFile)(TSC, ['-p', folder], { maxBuffer: Number.POSITIVE_INFINITY });
  const check = performance.now() - startedAt;
  return { check, load: await importTime(bundle), size: (await stat(bundle)).size / BYTES_PER_MB };
}

// A process of its own, which has nothing loaded yet.
async function importTime(bundle: string): Promise<number> {
  const code = `const from = performance.now(); await import(${JSON.stringify(pathToFileURL(bundle).href)}); console.log(performance.now() - from);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]);
  return Number(stdout);
}
