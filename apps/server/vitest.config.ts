import { testConfig } from '@keyframe/workspace/vitest';

export default testConfig({ globalSetup: ['tests/support/postgres.setup.ts'] });
