import { testConfig } from '@keyframe/workspace/vitest';

// JSON as Node reads it: as a literal of JavaScript a member `__proto__` would be lost.
export default { ...testConfig(), json: { namedExports: false, stringify: true } };
