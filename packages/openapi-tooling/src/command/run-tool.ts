import { OpenApiModelError } from '@keyframe/openapi-model';
import type { Command, Streams } from './command.ts';
import { UsageError } from './usage-error.ts';

/** A command line tool: its commands by name. */
export interface Tool {
  name: string;
  version: string;
  commands: Readonly<Record<string, Command>>;
  /** Codes of errors, beside those of usage, that are the caller's configuration rather than findings. */
  configurationCodes?: readonly string[];
  /** Distinguishes an error of the tool, which has a code, from a bug; errors of this package are known. */
  isOwnError?: (error: unknown) => error is Error & { readonly code: string };
}

const USAGE_CODES = ['usage', 'document_unreadable', 'folder_unusable'];

/**
 * Runs a command line and answers the exit status: 0 fine, 1 findings, 2 usage or configuration, 3 a bug of the tool.
 */
export async function runTool(tool: Tool, words: readonly string[], streams: Streams): Promise<number> {
  const [name = '', ...rest] = words;
  const command = Object.hasOwn(tool.commands, name) ? tool.commands[name] : undefined;
  const usage = command ? `usage: ${command.usage}` : formatUsage(tool);
  try {
    if (words.some((word) => word === '--help' || word === '-h')) {
      streams.out(usage);
      return 0;
    }
    if (name === '--version') {
      streams.out(tool.version);
      return 0;
    }
    if (!command) throw new UsageError(name === '' ? 'Expected a command.' : `Unknown command "${name}".`);
    return await command.run(rest, streams);
  } catch (error) {
    return report(error, { tool, words, streams, usage });
  }
}

function formatUsage({ name, commands }: Tool): string {
  return `usage: ${name} <command>

${Object.values(commands)
  .map(({ usage }) => `  ${usage.split('\n')[0]}`)
  .join('\n')}

  ${name} <command> --help
  ${name} --version

Exit status: 0 fine, 1 findings, 2 usage or configuration, 3 a bug of ${name}.`;
}

interface Failure {
  tool: Tool;
  words: readonly string[];
  streams: Streams;
  usage: string;
}

function report(error: unknown, { tool, words, streams, usage }: Failure): number {
  if (!(error instanceof OpenApiModelError || tool.isOwnError?.(error))) {
    const trace = error instanceof Error ? error.stack : String(error);
    streams.err(
      `Internal error: this is a bug of ${tool.name}, not of the document. Please report it.\n${trace}`,
    );
    return 3;
  }
  if (words.includes('--json') && 'problems' in error) {
    streams.out(JSON.stringify({ problems: error.problems }));
  } else {
    streams.err(error instanceof UsageError ? `${error.message}\n\n${usage}` : error.message);
  }
  return [...USAGE_CODES, ...(tool.configurationCodes ?? [])].includes(error.code) ? 2 : 1;
}
