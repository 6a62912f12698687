#!/usr/bin/env node
import { runCommand } from './cli/run-command.ts';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interruption.abort());

const status = await runCommand(process.argv.slice(2), {
  out: console.log,
  err: console.error,
  signal: interruption.signal,
  env: process.env,
  isTerminal: process.stderr.isTTY === true,
});

// A module named by --auth may keep timers; what was written must reach its reader first.
process.stdout.write('', () => process.exit(status));
