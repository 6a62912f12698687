/** Command: the administration of a server. */
import { runProcess } from '@keyframe/openapi-tooling/command/run';
import { ADMIN } from './admin/tool.ts';

await runProcess(ADMIN);
