// Versions that the packages are tested with: the lowest and the newest, or all of them with CONSUMERS=all.
import type { ModuleResolution } from './compile.ts';

const isWide = process.env.CONSUMERS === 'all';

/** Versions of TypeScript, each under the name that it is installed by. */
export const TYPESCRIPTS: Readonly<Record<string, string>> = {
  'typescript-5.6': '5.6.3',
  ...(isWide && { 'typescript-5.9': '5.9.3', 'typescript-6.0': '6.0.3' }),
  'typescript-7.0': '7.0.2',
};

const listCompilations = (resolution: ModuleResolution) =>
  Object.keys(TYPESCRIPTS).map((typescript) => ({ typescript, resolution }));

/** Each way of finding packages with each TypeScript; without CONSUMERS=all, one with the lowest and one with the newest. */
export const COMPILATIONS: readonly { readonly typescript: string; readonly resolution: ModuleResolution }[] =
  isWide
    ? [...listCompilations('nodenext'), ...listCompilations('bundler')]
    : [
        { typescript: 'typescript-5.6', resolution: 'bundler' },
        { typescript: 'typescript-7.0', resolution: 'nodenext' },
      ];

const ALL_NODES: Readonly<Record<string, string>> = {
  'node-20.19': '20.19.0',
  'node-20': '20.20.2',
  'node-22.12': '22.12.0',
  'node-22': '22.23.3',
  'node-24': '24.21.0',
  'node-26': '26.10.0',
};

/** The lowest line of clients, and the lowest version of tools. */
const LOWEST = ['20', '22.12'];

/** Versions of Node, each under the name that it is installed by: all, the lowest ones, or the line CONSUMER_NODE. */
export const NODES = selectNodes(process.env.CONSUMER_NODE);

function selectNodes(line: string | undefined): Readonly<Record<string, string>> {
  if (line === undefined && isWide) return ALL_NODES;
  const lines = line === undefined ? LOWEST : [line];
  const nodes = Object.entries(ALL_NODES).filter(([name]) => lines.includes(name.replace('node-', '')));
  if (nodes.length === 0) throw new Error(`CONSUMER_NODE must be 20, 22, 24 or 26 (got ${line}).`);
  return Object.fromEntries(nodes);
}

/** Runtimes besides Node and the browser, as npm brings them. */
export const RUNTIMES: Readonly<Record<string, string>> = isWide
  ? { bun: '1.4.5', deno: '2.9.6', miniflare: '4.20260730.0' }
  : {};

/** The peers of the packages and of generated code: the newest, and the lowest that a package.json names. */
export const PEERS = {
  newest: {
    '@ai-sdk/provider': '4.0.38',
    '@hono/zod-openapi': '1.6.3',
    hono: '4.13.19',
    msw: '3.0.5',
    zod: '4.6.7',
  },
  lowest: {
    '@ai-sdk/provider': '4.0.38',
    '@hono/zod-openapi': '1.6.0',
    hono: '4.10.0',
    msw: '2.0.0',
    zod: '4.3.0',
  },
} as const;
