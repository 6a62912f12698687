import { CommanderError } from 'commander';
import type { Command, ProcessStreams } from './command.ts';
import { createProgram, formatArguments, formatCalled, formatParserError } from './create-program.ts';
import { describeSystemError } from './describe-system-error.ts';
import type { Tool } from './tool.ts';
import { UsageError } from './usage-error.ts';

/** Runs a command line and returns the exit status: 0 fine, 1 findings, 2 usage or configuration, 3 internal error. */
export async function runTool(tool: Tool, line: readonly string[], streams: ProcessStreams): Promise<number> {
  const words = joinName(tool, line);
  let status = 0;
  const program = createProgram(tool, streams, (result) => {
    status = result;
  });
  try {
    if (words.length === 0 && program.commands.length > 0) throw new UsageError('Expected a command.');
    await program.parseAsync(words, { from: 'user' });
    return status;
  } catch (error) {
    if (!(error instanceof CommanderError)) return report(error, { tool, words, streams });
    if (error.exitCode === 0) return 0;
    const hint = error.code === 'commander.unknownOption' ? findCommand(tool, words)?.optionHint : undefined;
    const message = [formatParserError(error), hint ?? []].flat().join(' ');
    return report(new UsageError(message, { cause: error }), { tool, words, streams });
  }
}

/** Joins the words of a name, so that the parser finds the command. */
function joinName({ commands }: Tool, line: readonly string[]): readonly string[] {
  const name = line.slice(0, 2).join(' ');
  return commands.some((command) => command.name === name) ? [name, ...line.slice(2)] : line;
}

interface Failure {
  tool: Tool;
  words: readonly string[];
  streams: ProcessStreams;
}

function report(error: unknown, failure: Failure): number {
  const { tool, words, streams } = failure;
  const { out, err, signal } = streams;
  if (signal.aborted) {
    err('Interrupted.');
    return 2;
  }
  if (isUsageError(error)) {
    err(`${error.message}\n\n${formatUsage(tool, words)}`);
    return 2;
  }
  const status = tool.findErrorStatus(error) ?? (isSystemError(error) ? 2 : undefined);
  if (status === undefined || !(error instanceof Error)) {
    const trace = error instanceof Error ? error.stack : String(error);
    err(`Internal error: this is a bug of ${tool.name}. Please report it.\n${trace}`);
    return 3;
  }
  if (words.includes('--json') && 'problems' in error) out(JSON.stringify({ problems: error.problems }));
  else
    err(
      [describeSystemError(error), tool.findRemedy?.(error) ?? findOptionRemedy(error, failure)]
        .flat()
        .join('\n'),
    );
  return status;
}

// A file or port that the user named.
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** Returns the effect of an option that avoids an error, if the command has it and was called without it. */
function findOptionRemedy(error: Error, { tool, words }: Failure): string[] {
  const { options = {} } = findCommand(tool, words) ?? {};
  if (isListenError(error)) return options.port ? ['--port selects another port.'] : [];
  const isSkippable = 'isSkippable' in error && error.isSkippable === true;
  const hasOption = options['skip-unsupported'] !== undefined;
  return isSkippable && hasOption ? ['--skip-unsupported omits operations with problems.'] : [];
}

function isListenError(error: Error): boolean {
  const cause = isSystemError(error) ? error : error.cause;
  return (
    isSystemError(cause) && ['EADDRINUSE', 'EACCES'].includes(cause.code ?? '') && cause.syscall === 'listen'
  );
}

// A library that a command calls may have a class of its own for the same.
function isUsageError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'usage';
}

function findCommand({ name, commands }: Tool, [word]: readonly string[]): Command | undefined {
  return commands.find((each) => each.name === word || each.name === name);
}

function formatUsage(tool: Tool, words: readonly string[]): string {
  const { name } = tool;
  const command = findCommand(tool, words);
  if (command === undefined) return `usage: ${name} <command>\n${name} --help lists the commands.`;
  const called = formatCalled(tool, command);
  return `usage: ${called} ${formatArguments(command)}\n${called} --help lists the options.`;
}
