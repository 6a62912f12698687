/** Generating code from a document of 5 MB, a process each, beside other generators. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark, Comparison } from '../../comparison.ts';
import { type Generator, OURS, PEERS, timeCommand } from '../../generators/generators.ts';
import { createScratchFolder, type ScratchFolder } from '../../generators/scratch-folder.ts';
import { alternate } from '../../rounds.ts';

/** Compares the time from the start of a command to its end. */
export const generation: Benchmark = async ({ rounds }) => {
  await using scratch = await createScratchFolder();
  const comparisons: Comparison[] = [];
  for (const peer of PEERS) {
    const { ms } = await alternate(rounds, {
      subject: () => generate(OURS, scratch),
      peer: () => generate(peer, scratch),
    });
    comparisons.push({
      subject: 'generation, 5 MB',
      peer: `${peer.name}${peer.emitsValidators ? '' : ' (types only)'}`,
      unit: 'ms',
      figures: ms,
      target: { kind: 'difference', atMost: 0 },
    });
  }
  return comparisons;
};

async function generate(generator: Generator, { folder, document }: ScratchFolder) {
  const out = join(folder, 'out', generator.name.replaceAll(/[^a-z]+/g, '-'));
  await mkdir(out, { recursive: true });
  return { ms: await timeCommand(generator.command(document, out)) };
}
