/** Types of documents: the time to write them, their length, and the time that the compiler needs for them. */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Benchmark, Comparison, Target } from '../../comparison.ts';
import { bundleCommand } from '../../generators/bundled-command.ts';
import { timeCommand, timeOutput } from '../../generators/generators.ts';
import { createScratchFolder } from '../../generators/scratch-folder.ts';
import { alternate } from '../../rounds.ts';

const BYTES_PER_KB = 1000;

const DOCUMENTS: Readonly<Record<string, string>> = {
  github: fileURLToPath(import.meta.resolve('@octokit/openapi/generated/api.github.com.json')),
  video: fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json')),
};

type Figures = Readonly<Record<'check' | 'created' | 'length' | 'time', number>>;
type Write = (document: string, file: string) => readonly [string, ...string[]];

const createOurs =
  (bundle: string): Write =>
  (document, file) => [process.execPath, bundle, 'generate', 'types', document, '--out', file];
const theirs: Write = (document, file) => ['openapi-typescript', document, '--output', file];

const MEASURES: readonly {
  figure: keyof Figures;
  subject: string;
  unit: Comparison['unit'];
  target: Target;
}[] = [
  { figure: 'time', subject: 'writing types', unit: 'ms', target: { kind: 'factor', atMost: 0.2 } },
  { figure: 'length', subject: 'types', unit: 'kB', target: { kind: 'factor', atMost: 1.1 } },
  // Unlike the time, it is the same in each run.
  {
    figure: 'created',
    subject: 'types that the compiler creates',
    unit: 'types',
    target: { kind: 'factor', atMost: 1 },
  },
  { figure: 'check', subject: 'type check', unit: 'ms', target: { kind: 'factor', atMost: 1 } },
];

/** Compares `keyframe generate types` with openapi-typescript. */
export const types: Benchmark = async ({ rounds }) => {
  await using scratch = await createScratchFolder();
  const ours = createOurs(await bundleCommand('keyframe', scratch.folder));
  const comparisons: Comparison[] = [];
  for (const [name, document] of Object.entries(DOCUMENTS)) {
    const measure = (write: Write, side: string) => () =>
      measureTypes(write, document, join(scratch.folder, name, side));
    const figures = await alternate(rounds, {
      subject: measure(ours, 'ours'),
      peer: measure(theirs, 'theirs'),
    });
    comparisons.push(
      ...MEASURES.map(({ figure, subject: measured, unit, target }) => ({
        subject: `${name}: ${measured}`,
        peer: 'openapi-typescript',
        unit,
        figures: figures[figure],
        target,
      })),
    );
  }
  return comparisons;
};

async function measureTypes(write: Write, document: string, folder: string): Promise<Figures> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `types-${Date.now()}.ts`);
  const time = await timeCommand(write(document, file));
  const { size } = await stat(file);
  const project = join(folder, 'tsconfig.json');
  const compilerOptions = { strict: true, noEmit: true, types: [], target: 'es2022', module: 'esnext' };
  await writeFile(project, JSON.stringify({ compilerOptions, files: [file] }));
  const { milliseconds: check, output } = await timeOutput(['tsc', '-p', project, '--diagnostics']);
  const created = Number(/Types:\s+(?<count>\d+)/.exec(output)?.groups?.count);
  return { time, length: size / BYTES_PER_KB, created, check };
}
