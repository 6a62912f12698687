import { testConfig } from '@keyframe/workspace/vitest';

export default testConfig({ include: ['{rules,tests}/**/*.test.ts'] });
