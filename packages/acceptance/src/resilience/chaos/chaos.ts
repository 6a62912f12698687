// Command: the full run, or one of another length or seed.
import { runCommand } from '../../run-command.ts';
import { runChaos } from './run-chaos.ts';

await runCommand({ name: 'chaos', counted: 'kills', count: 100 }, async ({ count: faults, seed, signal }) => {
  const { figures, findings } = await runChaos({
    faults,
    seed,
    signal,
    apis: 3,
    workers: 3,
    clients: 8,
    onFault: (number, victim) => console.error(`kill ${number}: ${victim}`),
  });
  return { figures: Object.entries(figures), findings };
});
