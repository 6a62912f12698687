import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { UsageError } from '../command/usage-error.ts';

/** Standard input: a terminal, or the output of another program. */
export type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** Reads a secret from standard input; a terminal prompts for it and does not show it. Throws UsageError without one. */
export async function readSecret(
  name: string,
  { input, isTerminal, signal }: { input: Input; isTerminal: boolean; signal: AbortSignal },
): Promise<string> {
  if (input.isTTY === true && !isTerminal) {
    throw new UsageError(`Pass the ${name} on standard input: only an interactive terminal has a prompt.`);
  }
  const secret = (input.isTTY === true ? await prompt(name, input, signal) : await text(input)).trim();
  if (secret === '') throw new UsageError(`Expected the ${name} on standard input (got nothing).`);
  return secret;
}

function prompt(name: string, input: Input, signal: AbortSignal): Promise<string> {
  // Without an output, the terminal interface shows nothing of what is typed.
  const lines = createInterface({ input, terminal: true });
  process.stderr.write(`${name}: `);
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    lines.once('line', resolve);
    lines.once('close', () => resolve(''));
  }).finally(() => {
    lines.close();
    process.stderr.write('\n');
  }) as Promise<string>;
}
