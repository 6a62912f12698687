import { findDocumentErrorStatus, type Tool } from '@keyframe/openapi-tooling/command';
import packageJson from '../../package.json' with { type: 'json' };
import { OpenApiHonoError } from '../errors.ts';
import { doctorCommand } from './doctor-command.ts';
import { generateCommand } from './generate-command.ts';
import { roundTripCommand } from './round-trip-command.ts';

const CONFIGURATION_CODES: readonly string[] = ['app_unusable', 'source_not_importable'];

/** The command line of this package. */
export const TOOL: Tool = {
  name: 'openapi-hono',
  version: packageJson.version,
  commands: [generateCommand, roundTripCommand, doctorCommand],
  findErrorStatus(error) {
    if (!(error instanceof OpenApiHonoError)) return findDocumentErrorStatus(error);
    return CONFIGURATION_CODES.includes(error.code) ? 2 : 1;
  },
};
