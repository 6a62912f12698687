/** Command: the administration of a server. */
import { runProcess } from '@keyframe/cli/command';
import { ADMIN } from './admin/tool.ts';

await runProcess(ADMIN);
