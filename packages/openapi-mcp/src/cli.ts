#!/usr/bin/env node
import { runProcess } from '@keyframe/openapi-tooling/command/run';
import { TOOL } from './command/tool.ts';

await runProcess(TOOL);
