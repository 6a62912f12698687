#!/usr/bin/env node
import module from 'node:module';
import { requireNode } from '@keyframe/openapi-tooling/command/node';
import packageJson from '../package.json' with { type: 'json' };

requireNode('openapi-client', packageJson.engines.node);
// Compiling takes longer than most commands.
module.enableCompileCache();

const { runProcess } = await import('@keyframe/openapi-tooling/command');
const { TOOL } = await import('./command/tool.ts');
await runProcess(TOOL);
