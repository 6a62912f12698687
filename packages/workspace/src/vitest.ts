import { defineConfig, type Plugin, type ViteUserConfig } from 'vitest/config';

declare module 'vitest' {
  interface TaskMeta {
    /** Ids of the requirements that a test shows, as in `src/requirement-ids.ts`. */
    requirements?: readonly string[];
  }
}

type SuiteSelection = Readonly<Record<'include' | 'exclude', string[]>> & { readonly report: string };

const FULL = '**/*.full.test.ts';
/** The files that `TEST_SUITE` selects: `quick` is for `npm test`, `full` adds the rest in `npm run test:all`. */
const SELECTIONS: Readonly<Record<string, SuiteSelection>> = {
  quick: { include: ['{src,tests}/**/*.test.ts'], exclude: [FULL], report: 'reports/test.json' },
  full: { include: ['{src,tests}/**/*.full.test.ts'], exclude: [], report: 'reports/full.json' },
  all: { include: ['{src,tests}/**/*.test.ts'], exclude: [], report: 'reports/test.json' },
};

/** Returns the selection of `TEST_SUITE`; all files without it. */
export function selectSuite(name = process.env.TEST_SUITE ?? 'all'): SuiteSelection {
  const selection = SELECTIONS[name];
  if (selection === undefined) throw new Error(`TEST_SUITE must be quick, full or all (got ${name}).`);
  return selection;
}

/** Removes the condition `development` that Vite adds: some packages name by it sources that Node refuses to run. */
const REMOVE_CONDITIONS: Plugin = {
  name: 'keyframe:remove-conditions',
  configResolved({ ssr }) {
    ssr.resolve = { ...ssr.resolve, conditions: [] };
  },
};

/**
 * Limits and workers of every project. The limits are for machines that are slow or busy: tests end by what they wait
 * for.
 */
export const PROJECT_DEFAULTS = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Below that of a test, so that the message names what did not happen.
  expect: { poll: { timeout: 200_000 } },
  maxWorkers: 2,
  // Files of one worker share what they import: a worker of its own for each costs a second or two.
  isolate: false,
  // Node runs TypeScript itself, and its compile cache then serves tests as well.
  experimental: { viteModuleRunner: false },
} satisfies ViteUserConfig['test'];

/** Reporters and limits that every suite shares; `reports/*.json` feed the closing line of `npm test`. */
export function testConfig(overrides: ViteUserConfig['test'] = {}): ViteUserConfig {
  const { include, exclude, report } = selectSuite();
  return defineConfig({
    plugins: [REMOVE_CONDITIONS],
    test: {
      include,
      exclude: ['**/node_modules/**', ...exclude],
      typecheck: { enabled: false },
      ...PROJECT_DEFAULTS,
      reporters: ['default', 'json'],
      outputFile: { json: report },
      ...overrides,
    },
  });
}
