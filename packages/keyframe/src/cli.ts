#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Before all other imports, which it makes faster.
enableCompileCache();
const [{ runProcess }, { createTool }] = await Promise.all([
  import('@keyframe/openapi-tooling/command/run'),
  import('./create-tool.ts'),
]);
const { tool, words } = await createTool(process.argv.slice(2));
await runProcess(tool, words);
