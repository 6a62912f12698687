import { findDocumentErrorStatus, type Tool } from '@keyframe/openapi-tooling/command';
import packageJson from '../../package.json' with { type: 'json' };
import { RenameInvalidError } from '../naming/rename-invalid-error.ts';
import { generateCommand } from './generate-command.ts';
import { typesCommand } from './types-command.ts';

/** The command line of this package. */
export const TOOL: Tool = {
  name: 'openapi-client',
  version: packageJson.version,
  commands: [generateCommand, typesCommand],
  findErrorStatus: (error) => (error instanceof RenameInvalidError ? 2 : findDocumentErrorStatus(error)),
};
