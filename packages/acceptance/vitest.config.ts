import { testConfig } from '@keyframe/workspace/vitest';

// Real processes and real renderings, on machines that have other things to do as well.
const { test: shared } = testConfig();
const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  maxWorkers: 2,
  isolate: false,
  // Modules look for the scripts that they start, which only Node resolves.
  experimental: { viteModuleRunner: false },
};
const FULL = 'src/**/*.full.test.ts';
const BOTH_ROUTES = 'src/end-to-end/both-routes/*.test.ts';
const PREPARED_DATA = 'src/service/prepared-data.ts';
const SETUPS = [PREPARED_DATA, 'src/service/shared-service.ts'];

// Some end-to-end suites take two routes to the service: direct, and through a proxy that knows the contract.
// `npm test` runs `direct` and `once`; `test:full` runs `proxy` and `full`.
export default {
  test: {
    ...shared,
    projects: [
      {
        extends: false,
        test: {
          ...limits,
          name: 'direct',
          include: [BOTH_ROUTES],
          exclude: [FULL],
          globalSetup: PREPARED_DATA,
          provide: { route: 'direct' },
        },
      },
      {
        extends: false,
        test: {
          ...limits,
          name: 'proxy',
          include: [BOTH_ROUTES],
          globalSetup: PREPARED_DATA,
          provide: { route: 'proxy' },
        },
      },
      {
        extends: false,
        test: {
          ...limits,
          name: 'once',
          include: ['src/**/*.test.ts'],
          exclude: [BOTH_ROUTES, FULL],
          globalSetup: SETUPS,
        },
      },
      {
        extends: false,
        test: { ...limits, name: 'full', include: [FULL], exclude: [BOTH_ROUTES], globalSetup: SETUPS },
      },
    ],
  },
};
