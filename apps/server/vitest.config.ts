import { testConfig } from '@keyframe/workspace/vitest';

// They look at what belongs to a process: what it counts, and the memory that it holds.
const OF_A_PROCESS = 'tests/{client-aborts,health,hostile-bodies}.test.ts';

const { test: shared } = testConfig({ globalSetup: ['tests/support/postgres.setup.ts'] });
const { include, exclude = [], ...common } = shared ?? {};

export default {
  test: {
    ...common,
    projects: [
      { extends: true, test: { name: 'server', include, exclude: [...exclude, OF_A_PROCESS] } },
      // They belong to the quick suite.
      ...(process.env.TEST_SUITE === 'full'
        ? []
        : [{ extends: true, test: { name: 'process', include: [OF_A_PROCESS], isolate: true } }]),
    ],
  },
};
