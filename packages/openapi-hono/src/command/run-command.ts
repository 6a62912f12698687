import { OpenApiModelError } from '@keyframe/openapi-model';
import packageJson from '../../package.json' with { type: 'json' };
import { OpenApiHonoError } from '../errors.ts';
import type { Command, Streams } from './command.ts';
import { doctorCommand } from './doctor-command.ts';
import { generateCommand } from './generate-command.ts';
import { roundTripCommand } from './round-trip-command.ts';
import { UsageError } from './usage-error.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  generate: generateCommand,
  'round-trip': roundTripCommand,
  doctor: doctorCommand,
};

const USAGE = `usage: openapi-hono <command>

${Object.values(COMMANDS)
  .map(({ usage }) => `  ${usage.split('\n')[0]}`)
  .join('\n')}

  openapi-hono <command> --help
  openapi-hono --version

Exit status: 0 fine, 1 findings, 2 usage or configuration, 3 a bug of openapi-hono.`;

const USAGE_CODES = ['usage', 'document_unreadable', 'app_unusable', 'folder_unusable'];

/**
 * Runs the command line and answers the exit status: 0 fine, 1 findings, 2 usage or configuration, 3 a bug of its own.
 */
export async function runCommand(words: readonly string[], streams: Streams): Promise<number> {
  const [name = '', ...rest] = words;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    if (words.some((word) => word === '--help' || word === '-h')) {
      streams.out(command ? `usage: ${command.usage}` : USAGE);
      return 0;
    }
    if (name === '--version') {
      streams.out(packageJson.version);
      return 0;
    }
    if (!command) throw new UsageError(name === '' ? 'Expected a command.' : `Unknown command "${name}".`);
    return await command.run(rest, streams);
  } catch (error) {
    return report(error, { words, streams, usage: command ? `usage: ${command.usage}` : USAGE });
  }
}

interface Failure {
  words: readonly string[];
  streams: Streams;
  usage: string;
}

function report(error: unknown, { words, streams, usage }: Failure): number {
  if (!(error instanceof OpenApiModelError || error instanceof OpenApiHonoError)) {
    const trace = error instanceof Error ? error.stack : String(error);
    streams.err(
      `Internal error: this is a bug of openapi-hono, not of the document. Please report it.\n${trace}`,
    );
    return 3;
  }
  if (words.includes('--json') && 'problems' in error) {
    streams.out(JSON.stringify({ problems: error.problems }));
  } else {
    streams.err(error instanceof UsageError ? `${error.message}\n\n${usage}` : error.message);
  }
  return USAGE_CODES.includes(error.code) ? 2 : 1;
}
