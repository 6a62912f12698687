#!/usr/bin/env node
import module from 'node:module';
import { requireNode } from '@keyframe/openapi-tooling/command/node';
import packageJson from '../package.json' with { type: 'json' };

requireNode('keyframe', packageJson.engines.node);
// Before all other imports, which it makes faster.
module.enableCompileCache();
const [{ runProcess }, { createTool }] = await Promise.all([
  import('@keyframe/openapi-tooling/command/run'),
  import('./create-tool.ts'),
]);
const { tool, words } = await createTool(process.argv.slice(2));
await runProcess(tool, words);
