import { runTool, type Streams, type Tool } from '@keyframe/openapi-tooling/command';
import packageJson from '../../package.json' with { type: 'json' };
import { generateCommand } from './generate-command.ts';

const TOOL: Tool = {
  name: 'openapi-client',
  version: packageJson.version,
  commands: { generate: generateCommand },
};

/**
 * Runs the command line and returns the exit status: 0 fine, 1 findings, 2 usage or configuration, 3 a bug of its own.
 */
export function runCommand(words: readonly string[], streams: Streams): Promise<number> {
  return runTool(TOOL, words, streams);
}
