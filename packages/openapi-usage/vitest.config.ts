import { testConfig } from '@keyframe/workspace/vitest';

export default testConfig();
