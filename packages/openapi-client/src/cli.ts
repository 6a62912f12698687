#!/usr/bin/env node
import { runCommand } from './command/run-command.ts';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interruption.abort());

process.exitCode = await runCommand(process.argv.slice(2), {
  out: console.log,
  err: console.error,
  signal: interruption.signal,
});
