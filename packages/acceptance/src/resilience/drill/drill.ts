// Command: a restore to a point in time, of a service under load.
import { runCommand } from '../../run-command.ts';
import { runDrill } from './run-drill.ts';

const form = { name: 'drill', counted: 'seconds', count: 10 };
await runCommand(form, async ({ count: seconds, seed, signal }) => {
  const { figures, findings } = await runDrill({ seed, seconds, signal });
  return { figures: Object.entries(figures), findings };
});
