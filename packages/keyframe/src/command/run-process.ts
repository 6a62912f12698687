import { constants } from 'node:os';
import { isAgentEnvironment } from './agent-environment.ts';
import { printVisibly } from './print-visibly.ts';
import { runTool } from './run-tool.ts';
import type { Tool } from './tool.ts';

/**
 * Runs a tool as this process. The first signal ends the command in order, so that it can delete what it created and
 * report what it found; a second one kills the process.
 */
export async function runProcess(
  tool: Tool,
  words: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const interruption = new AbortController();
  let interruptedBy: 'SIGINT' | 'SIGTERM' | undefined;
  const command = tool.commands.find(({ name }) => name === words[0]);
  const signals = command?.endsBySignal ? [] : (['SIGINT', 'SIGTERM'] as const);
  for (const signal of signals) {
    process.once(signal, () => {
      interruptedBy = signal;
      interruption.abort();
    });
  }
  const status = await runTool(tool, words, {
    out: printVisibly(console.log, process.stdout),
    err: printVisibly(console.error, process.stderr),
    signal: interruption.signal,
    env: process.env,
    isTerminal: process.stderr.isTTY === true && !isAgentEnvironment(process.env),
  });
  const code =
    interruptedBy !== undefined && tool.exitsBySignal ? 128 + constants.signals[interruptedBy] : status;
  // An imported module may keep servers and timers; wait only until the output has reached its reader.
  process.stdout.write('', () => process.exit(code));
}
