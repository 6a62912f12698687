#!/usr/bin/env node
import { requireNode } from '@keyframe/cli/command/node';
import packageJson from '../package.json' with { type: 'json' };

requireNode('create-keyframe', packageJson.engines.node);
const [{ runProcess }, { TOOL }] = await Promise.all([import('@keyframe/cli/command'), import('./tool.ts')]);
await runProcess(TOOL);
