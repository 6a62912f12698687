/** A package manager of Node. */
export type PackageManager = 'bun' | 'npm' | 'pnpm' | 'yarn';

const BY_LOCK_FILE: Readonly<Record<string, PackageManager>> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'package-lock.json': 'npm',
};

/**
 * Finds the package manager of a folder by its lock file; without one, the manager that runs this process:
 * `pnpm/12.21.0 npm/? node/v26.10.0` is pnpm. It is npm by default.
 */
export function findPackageManager(files: readonly string[], userAgent = ''): PackageManager {
  const lockFile = Object.keys(BY_LOCK_FILE).find((name) => files.includes(name));
  if (lockFile !== undefined) return BY_LOCK_FILE[lockFile] ?? 'npm';
  const [, manager = 'npm'] = /^(pnpm|yarn|bun)\//.exec(userAgent) ?? [];
  return manager as PackageManager;
}

// Corepack brings the version of the manager that package.json names. Yarn keeps to its lock file in CI by itself.
const INSTALLATION: Readonly<Record<PackageManager, readonly string[]>> = {
  npm: ['- run: npm ci'],
  pnpm: ['- run: corepack enable', '- run: pnpm install --frozen-lockfile'],
  yarn: ['- run: corepack enable', '- run: yarn install'],
  bun: ['- uses: oven-sh/setup-bun@v2', '- run: bun install --frozen-lockfile'],
};

/** Writes a workflow of GitHub that installs a project and runs scripts of it. */
export function formatWorkflow(manager: PackageManager, scripts: readonly string[]): string {
  const steps = [...INSTALLATION[manager], ...scripts.map((script) => `- run: ${manager} run ${script}`)];
  return `name: API
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
jobs:
  api:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
        with:
          fetch-depth: 0
      - uses: actions/setup-node@v5
        with:
          node-version: 24
${steps.map((step) => `      ${step}\n`).join('')}`;
}
