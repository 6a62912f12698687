#!/usr/bin/env node
import { runProcess } from '@keyframe/openapi-tooling/command/run';
import { TOOL } from './tool.ts';

await runProcess(TOOL);
