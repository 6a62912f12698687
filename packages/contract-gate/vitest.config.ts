import { testConfig } from '@keyframe/workspace/vitest';

// Its tests mostly wait for servers and commands.
export default testConfig({ maxWorkers: 4 });
