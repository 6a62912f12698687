#!/usr/bin/env node
import { requireNode } from '@keyframe/openapi-tooling/command/node';
import packageJson from '../package.json' with { type: 'json' };

requireNode('openapi-mock', packageJson.engines.node);
const [{ runProcess }, { TOOL }] = await Promise.all([
  import('@keyframe/openapi-tooling/command'),
  import('./command/tool.ts'),
]);
await runProcess(TOOL);
