import { testConfig } from '@keyframe/workspace/vitest';
import { contractSchemas } from './contract-schemas.ts';

// Node loads neither JSX nor virtual modules.
const config = testConfig({ experimental: { viteModuleRunner: true } });

export default { ...config, plugins: [contractSchemas()] };
