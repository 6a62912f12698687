// The part of the command that runs in its own namespaces; its first argument is the folder for all data.
import { runCommand } from '../../run-command.ts';
import { runFailover } from './run-failover.ts';

const [data = ''] = process.argv.splice(2, 1);
const form = { name: 'failover', counted: 'rounds', count: 20 };
await runCommand(form, async ({ count: rounds, seed, signal }) =>
  runFailover({ data, rounds, seed, signal, onRound: (line) => console.error(line) }),
);
