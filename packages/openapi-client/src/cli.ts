#!/usr/bin/env node
import module from 'node:module';

// Compiling takes longer than most commands. Node 20 lacks the cache.
module.enableCompileCache?.();

const { runProcess } = await import('@keyframe/openapi-tooling/command');
const { TOOL } = await import('./command/tool.ts');
await runProcess(TOOL);
