#!/usr/bin/env node
import module from 'node:module';
import packageJson from '../package.json' with { type: 'json' };
import { requireNode } from './command/require-node.ts';

requireNode('keyframe', packageJson.engines.node);
// Before all other imports, which it makes faster.
module.enableCompileCache();
const [{ runProcess }, { createTool }] = await Promise.all([
  import('./command/run-process.ts'),
  import('./create-tool.ts'),
]);
const { tool, words } = await createTool(process.argv.slice(2));
await runProcess(tool, words);
