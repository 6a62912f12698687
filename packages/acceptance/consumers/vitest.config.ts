import { testConfig } from '@keyframe/workspace/vitest';

export default testConfig({ globalSetup: 'src/install-consumers.ts' });
