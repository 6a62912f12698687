// The documents of this repository, what is made of each, and the checks of `npm run gate`.
import { defineConfig } from '@keyframe/cli';

export const config = defineConfig({
  apis: {
    video: {
      document: 'spec/video/openapi.yaml',
      outputs: {
        server: { out: 'packages/contract/src/generated' },
        types: { out: 'packages/contract/src/generated/types.ts', exact: true },
        client: { out: 'packages/client/src/generated', types: '@keyframe/contract', statuses: 'any' },
      },
      mcp: { keyVariable: 'KEYFRAME_API_KEY' },
      lint: { redocly: 'spec/redocly.yaml' },
      diff: { against: 'spec/video/releases/1.0.0.json' },
      // It starts a service, with modules that other commands need not load.
      server: async () =>
        (await import('./packages/acceptance/src/toolkit/gate/start-server.ts')).startService(),
      // A deployment names itself as its only server.
      roundTrip: { path: '/openapi.json', ignore: ['#/servers'] },
      respect: { workflows: 'spec/video/workflows.arazzo.yaml' },
      dredd: { hooks: 'packages/acceptance/src/service/end-to-end/dredd-hooks.cts' },
      prismProxy: {},
      test: { timeout: '10m', workers: 8, propertyRuns: Number.POSITIVE_INFINITY },
      report: {
        json: 'packages/acceptance/reports/gate/gate.json',
        sarif: 'packages/acceptance/reports/gate/gate.sarif',
        html: 'packages/acceptance/reports/gate/gate.html',
      },
    },
    console: {
      document: 'spec/console/openapi.yaml',
      read: { allowRef: ['spec/video'] },
      outputs: {
        server: { out: 'packages/console-contract/src/generated/server' },
        client: { out: 'packages/console-contract/src/generated/client' },
      },
      lint: { redocly: 'spec/redocly.yaml' },
    },
  },
});
