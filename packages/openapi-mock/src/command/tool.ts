import { findDocumentErrorStatus, type Tool } from '@keyframe/openapi-tooling/command';
import packageJson from '../../package.json' with { type: 'json' };
import { OpenApiMockError } from '../errors.ts';
import { mockCommand } from './mock-command.ts';

export { type MockSettings, readMockSettings } from './mock-settings.ts';

/** The command line of this package. */
export const TOOL: Tool = {
  name: 'openapi-mock',
  version: packageJson.version,
  commands: [mockCommand],
  findErrorStatus: (error) => (error instanceof OpenApiMockError ? 2 : findDocumentErrorStatus(error)),
};
