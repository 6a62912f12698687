import { testConfig } from '@keyframe/workspace/vitest';
import { contractSchemas } from './contract-schemas.ts';

export default { ...testConfig(), plugins: [contractSchemas()] };
