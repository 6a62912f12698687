// Command: the full run, or one of another length or seed; with --server against a mock that is running.
import { runCommand } from '../../run-command.ts';
import { openMockTarget } from './mock-target.ts';
import { runFuzz } from './run-fuzz.ts';

const PROGRESS_EVERY = 10_000;

function rows(title: string, counts: ReadonlyMap<string, number>) {
  return [...counts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => [`${title} ${name}`, count] as const);
}

const FORM = { name: 'fuzz', counted: 'requests', count: 100_000, takesServer: true };

await runCommand(FORM, async ({ count, seed, signal, server }) => {
  const { kinds, statuses, memory, findings } = await runFuzz({
    count,
    seed,
    signal,
    ...(server && { startTarget: () => openMockTarget(server) }),
    onProgress: (sent) => {
      if (sent % PROGRESS_EVERY === 0) console.error(`${sent} requests`);
    },
  });
  const megabytes = memory.map((size) => Math.round(size)).join(', ');
  const figures = [
    ...rows('requests:', kinds),
    ...rows('responses:', statuses),
    ['memory of the API by tenths, MiB', megabytes] as const,
  ];
  return { figures, findings };
});
