/** Generating code from a document of 5 MB, a process each, beside other generators. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark, Comparison } from '../comparison.ts';
import { type Generator, OURS, PEERS, timeCommand } from '../generators/generators.ts';
import { createWorkplace, type Workplace } from '../generators/workplace.ts';
import { alternate } from '../rounds.ts';

/** Compares the time from the start of a command to its end. */
export const generation: Benchmark = async ({ rounds }) => {
  await using workplace = await createWorkplace();
  const comparisons: Comparison[] = [];
  for (const peer of PEERS) {
    const figures = await alternate(rounds, {
      subject: () => generate(OURS, workplace),
      peer: () => generate(peer, workplace),
    });
    comparisons.push({
      subject: 'generation, 5 MB',
      peer: `${peer.name}${peer.emitsValidators ? '' : ' (types only)'}`,
      unit: 'ms',
      figures: { subject: figures.subject.ms, peer: figures.peer.ms },
      target: { kind: 'difference', atMost: 0 },
    });
  }
  return comparisons;
};

async function generate(generator: Generator, { folder, document }: Workplace) {
  const out = join(folder, 'out', generator.name.replaceAll(/[^a-z]+/g, '-'));
  await mkdir(out, { recursive: true });
  return { ms: await timeCommand(generator.command(document, out)) };
}
