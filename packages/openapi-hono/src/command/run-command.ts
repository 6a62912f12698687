import { runTool, type Streams, type Tool } from '@keyframe/openapi-tooling/command';
import packageJson from '../../package.json' with { type: 'json' };
import { OpenApiHonoError } from '../errors.ts';
import { doctorCommand } from './doctor-command.ts';
import { generateCommand } from './generate-command.ts';
import { roundTripCommand } from './round-trip-command.ts';

const TOOL: Tool = {
  name: 'openapi-hono',
  version: packageJson.version,
  commands: { generate: generateCommand, 'round-trip': roundTripCommand, doctor: doctorCommand },
  configurationCodes: ['app_unusable', 'source_not_importable'],
  isOwnError: (error) => error instanceof OpenApiHonoError,
};

/**
 * Runs the command line and answers the exit status: 0 fine, 1 findings, 2 usage or configuration, 3 a bug of its own.
 */
export function runCommand(words: readonly string[], streams: Streams): Promise<number> {
  return runTool(TOOL, words, streams);
}
