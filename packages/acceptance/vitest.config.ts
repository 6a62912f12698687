import { PROJECT_DEFAULTS, testConfig } from '@keyframe/workspace/vitest';

const { test: shared } = testConfig();
const FULL = 'src/**/*.full.test.ts';
const BOTH_ROUTES = 'src/service/end-to-end/both-routes/*.test.ts';
const PREPARED_DATA = 'src/support/prepared-data.ts';
const SETUPS = [PREPARED_DATA, 'src/support/shared-service.ts'];

// Some end-to-end suites take two routes to the service: direct, and through a proxy that knows the contract.
// `npm test` runs `direct` and `once`; `test:full` runs `proxy` and `full`.
export default {
  test: {
    ...shared,
    projects: [
      {
        extends: false,
        test: {
          ...PROJECT_DEFAULTS,
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
          ...PROJECT_DEFAULTS,
          name: 'proxy',
          include: [BOTH_ROUTES],
          globalSetup: PREPARED_DATA,
          provide: { route: 'proxy' },
        },
      },
      {
        extends: false,
        test: {
          ...PROJECT_DEFAULTS,
          name: 'once',
          include: ['src/**/*.test.ts'],
          exclude: [BOTH_ROUTES, FULL],
          globalSetup: SETUPS,
        },
      },
      {
        extends: false,
        test: {
          ...PROJECT_DEFAULTS,
          name: 'full',
          include: [FULL],
          exclude: [BOTH_ROUTES],
          globalSetup: SETUPS,
        },
      },
    ],
  },
};
