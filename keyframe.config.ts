// The documents of this repository, and what is made of each.
import { defineConfig } from '@keyframe/cli';

export const config = defineConfig({
  apis: {
    video: {
      document: 'spec/video/openapi.yaml',
      server: { out: 'packages/contract/src/generated' },
      types: { out: 'packages/contract/src/generated/types.ts', exact: true },
      client: { out: 'packages/client/src/generated', types: '@keyframe/contract', statuses: 'any' },
      lint: { redocly: 'spec/redocly.yaml' },
      diff: { against: 'spec/video/releases/1.0.0.json' },
      mcp: { keyVariable: 'KEYFRAME_API_KEY' },
    },
    console: {
      document: 'spec/console/openapi.yaml',
      read: { allowRef: ['spec/video'] },
      server: { out: 'packages/console-contract/src/generated/server' },
      client: { out: 'packages/console-contract/src/generated/client' },
      lint: { redocly: 'spec/redocly.yaml' },
    },
  },
  gate: 'packages/acceptance/contract-gate.config.ts',
});
