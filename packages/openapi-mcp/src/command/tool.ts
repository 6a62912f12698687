import { findDocumentErrorStatus, type Tool } from '@keyframe/openapi-tooling/command';
import packageJson from '../../package.json' with { type: 'json' };
import { mcpCommand } from './mcp-command.ts';

/** The command line of this package. */
export const TOOL: Tool = {
  name: 'openapi-mcp',
  version: packageJson.version,
  commands: [mcpCommand],
  findErrorStatus(error) {
    return Object(error).code === 'configuration_invalid' ? 2 : findDocumentErrorStatus(error);
  },
};
