import { expect, test } from 'vitest';
import { findPackageManager, formatWorkflow } from './package-manager.ts';

test.each([
  [[], undefined, 'npm'],
  [[], 'npm/11.19.1 node/v26.10.0 linux x64', 'npm'],
  [[], 'pnpm/12.21.0 npm/? node/v26.10.0 linux x64', 'pnpm'],
  [[], 'yarn/4.18.1 npm/? node/v26.10.0 linux x64', 'yarn'],
  [[], 'bun/1.4.5 npm/? node/v26.10.0 linux x64', 'bun'],
  [['package.json', 'pnpm-lock.yaml'], 'npm/11.19.1 node/v26.10.0', 'pnpm'],
  [['yarn.lock'], undefined, 'yarn'],
  [['bun.lock'], undefined, 'bun'],
  [['package-lock.json'], 'pnpm/12.21.0', 'npm'],
])('a folder with %j, entered with %j, belongs to %s', (files, userAgent, expected) => {
  expect(findPackageManager(files, userAgent)).toBe(expected);
});

test.each([
  ['npm', ['npm ci', 'npm run test', 'npm run docs']],
  ['pnpm', ['corepack enable', 'pnpm install --frozen-lockfile', 'pnpm run test', 'pnpm run docs']],
  ['yarn', ['corepack enable', 'yarn install', 'yarn run test', 'yarn run docs']],
  ['bun', ['bun install --frozen-lockfile', 'bun run test', 'bun run docs']],
] as const)('a workflow with %s runs %j', (manager, expected) => {
  const text = formatWorkflow(manager, ['test', 'docs']);
  expect([...text.matchAll(/^ {6}- run: (.*)$/gm)].map(([, command]) => command)).toEqual(expected);
});
