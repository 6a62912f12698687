import { findDocumentErrorStatus, type Tool } from '@keyframe/openapi-tooling/command';
import packageJson from '../../package.json' with { type: 'json' };
import { mcpCommand } from './mcp-command.ts';

const CONFIGURATION_CODES: readonly unknown[] = ['configuration_invalid', 'EACCES', 'EADDRNOTAVAIL'];

/** The command line of this package. */
export const TOOL: Tool = {
  name: 'openapi-mcp',
  version: packageJson.version,
  commands: [mcpCommand],
  findErrorStatus(error) {
    const { code }: { code?: unknown } = Object(error);
    return CONFIGURATION_CODES.includes(code) ? 2 : findDocumentErrorStatus(error);
  },
};
