import { defineConfig, type ViteUserConfig } from 'vitest/config';

declare module 'vitest' {
  interface TaskMeta {
    /** Ids of the requirements that a test shows, as in `src/requirement-ids.ts`. */
    requirements?: readonly string[];
  }
}

/** Reporters and limits that every suite shares; `reports/test.json` feeds the closing line of `npm test`. */
export function testConfig(overrides: ViteUserConfig['test'] = {}): ViteUserConfig {
  return defineConfig({
    test: {
      include: ['{src,tests}/**/*.test.ts'],
      typecheck: { enabled: false },
      // For machines that are slow or busy: tests end by what they wait for.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      maxWorkers: 2,
      // Files of one worker share what they import: a worker of its own for each costs a second or two.
      isolate: false,
      reporters: ['default', 'json'],
      outputFile: { json: 'reports/test.json' },
      ...overrides,
    },
  });
}
