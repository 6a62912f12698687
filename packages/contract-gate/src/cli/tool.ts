import { OpenApiModelError } from '@keyframe/openapi-model';
import type { Tool } from '@keyframe/openapi-tooling/command';
import packageJson from '../../package.json' with { type: 'json' };
import { caCommand } from './ca-command.ts';
import { ciCommand } from './ci-command.ts';
import { diffCommand } from './diff-command.ts';
import { explainCommand } from './explain-command.ts';
import { lintCommand } from './lint-command.ts';
import { roundTripCommand } from './round-trip-command.ts';
import { testCommand } from './test-command.ts';

/** The command line of this package. */
export const TOOL: Tool = {
  name: 'contract-gate',
  version: packageJson.version,
  commands: [lintCommand, testCommand, diffCommand, roundTripCommand, ciCommand, caCommand, explainCommand],
  // A finding is in a report; an unusable document is wrong usage.
  findErrorStatus: (error) => (error instanceof OpenApiModelError ? 2 : undefined),
  exitsBySignal: true,
};
