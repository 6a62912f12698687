#!/usr/bin/env node
import { requireNode } from '@keyframe/cli/command/node';
import packageJson from '../package.json' with { type: 'json' };

const { engines, version } = packageJson;
requireNode('keyframe-mock', engines.node);
const [{ runProcess }, { findRemedy, MOCK_COMMAND }, { MockError }] = await Promise.all([
  import('@keyframe/cli/command'),
  import('./command.ts'),
  import('./mock-error.ts'),
]);
await runProcess({
  name: MOCK_COMMAND.name,
  version,
  commands: [MOCK_COMMAND],
  findErrorStatus: (error) => (error instanceof MockError ? 1 : 2),
  findRemedy,
});
