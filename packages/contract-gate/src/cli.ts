#!/usr/bin/env node
import { constants } from 'node:os';
import { runCommand } from './cli/run-command.ts';

// The first signal ends a run in order: what it made is deleted, what it found is reported. A second one kills.
const interruption = new AbortController();
let interruptedBy: 'SIGINT' | 'SIGTERM' | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    interruptedBy = signal;
    interruption.abort();
  });
}

const status = await runCommand(process.argv.slice(2), {
  out: console.log,
  err: console.error,
  signal: interruption.signal,
  env: process.env,
  isTerminal: process.stderr.isTTY === true,
});

// A module named by --auth may keep timers; what was written must reach its reader first.
const code = interruptedBy === undefined ? status : 128 + constants.signals[interruptedBy];
process.stdout.write('', () => process.exit(code));
