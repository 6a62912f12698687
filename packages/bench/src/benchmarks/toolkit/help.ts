/** The start of the command line: what `keyframe --help` adds to a process of Node that does nothing. */
import type { Benchmark } from '../../comparison.ts';
import { bundleCommand } from '../../generators/bundled-command.ts';
import { timeCommand } from '../../generators/generators.ts';
import { createScratchFolder } from '../../generators/scratch-folder.ts';
import { alternate } from '../../rounds.ts';

const STARTS_PER_ROUND = 4;

/** Compares `keyframe --help` with an empty process, in turns of a single start each. */
export const help: Benchmark = async ({ rounds }) => {
  await using scratch = await createScratchFolder();
  const command = await bundleCommand('keyframe', scratch.folder);
  const start =
    (...words: string[]) =>
    async () => ({ time: await timeCommand([process.execPath, ...words]) });
  const { time } = await alternate(rounds * STARTS_PER_ROUND, {
    subject: start(command, '--help'),
    peer: start('-e', '0'),
  });
  return [
    {
      subject: '`keyframe --help`',
      peer: '`node -e 0`',
      unit: 'ms',
      figures: time,
      target: { kind: 'factor', atMost: 2.5 },
    },
  ];
};
