#!/usr/bin/env node
import { runProcess } from '@keyframe/openapi-tooling/command';
import { TOOL } from './cli/tool.ts';

await runProcess(TOOL);
