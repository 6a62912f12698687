import { OpenApiModelError } from '@keyframe/openapi-model';
import packageJson from '../../package.json' with { type: 'json' };
import { UsageError } from '../usage-error.ts';
import { caCommand } from './callback-options.ts';
import { ciCommand } from './ci-command.ts';
import type { Command, Streams } from './command.ts';
import { diffCommand } from './diff-command.ts';
import { explainCommand } from './explain-command.ts';
import { lintCommand } from './lint-command.ts';
import { mergeCommand } from './merge-command.ts';
import { roundTripCommand } from './round-trip-command.ts';
import { testCommand } from './test-command.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  lint: lintCommand,
  test: testCommand,
  diff: diffCommand,
  'round-trip': roundTripCommand,
  ci: ciCommand,
  ca: caCommand,
  merge: mergeCommand,
  explain: explainCommand,
};

const USAGE = `usage: contract-gate <command>

${Object.values(COMMANDS)
  .map(({ usage }) => `  ${usage.split('\n')[0]}`)
  .join('\n')}

  contract-gate <command> --help
  contract-gate --version

Exit status: 0 conforms, 1 findings, 2 usage or configuration, 3 a bug of contract-gate, 130 or 143 interrupted.`;

/** Runs the command line and answers the exit status: 0 conforms, 1 findings, 2 usage or configuration, 3 a bug. */
export async function runCommand(words: readonly string[], streams: Streams): Promise<number> {
  const [name = '', ...rest] = words;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    if (words.some((word) => word === '--help' || word === '-h')) {
      streams.out(command ? `usage: contract-gate ${command.usage}` : USAGE);
      return 0;
    }
    if (name === '--version') {
      streams.out(packageJson.version);
      return 0;
    }
    if (!command) throw new UsageError(name === '' ? 'Expected a command.' : `Unknown command "${name}".`);
    return await command.run(rest, streams);
  } catch (error) {
    const usage = `usage: contract-gate ${command?.usage ?? '<command>'}`;
    const help = `contract-gate ${command ? `${name} ` : ''}--help lists the options.`;
    return printError(error, { usage, help }, streams);
  }
}

function printError(
  error: unknown,
  { usage, help }: { usage: string; help: string },
  { err, signal }: Streams,
): 2 | 3 {
  if (signal.aborted) {
    err('Interrupted.');
    return 2;
  }
  if (error instanceof UsageError) {
    err(`${error.message}\n\n${usage.split('\n')[0]}\n${help}`);
    return 2;
  }
  if (error instanceof OpenApiModelError) {
    err(error.message);
    return 2;
  }
  const trace = error instanceof Error ? error.stack : String(error);
  err(`Internal error: this is a bug of contract-gate. Please report it.\n${trace}`);
  return 3;
}
