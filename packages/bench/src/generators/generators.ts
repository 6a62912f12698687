// Generators of code from OpenAPI documents, ours among them, each by its own command line.
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The command line. */
export const KEYFRAME = fileURLToPath(new URL('../../../keyframe/src/cli.ts', import.meta.url));

/** Is one generator. */
export interface Generator {
  readonly name: string;
  /** Whether it emits validators; one that emits types only has less to do. */
  readonly emitsValidators: boolean;
  /** The module to import, below the output folder. */
  readonly entry: string;
  /** The name of its command, and what it takes. */
  readonly command: (document: string, folder: string) => readonly [name: string, ...args: string[]];
}

export const OURS: Generator = {
  name: 'openapi-hono',
  emitsValidators: true,
  entry: 'index.ts',
  command: (document, folder) => [
    process.execPath,
    KEYFRAME,
    'generate',
    'server',
    document,
    '--out',
    folder,
  ],
};

export const HEY_API: Generator = {
  name: '@hey-api/openapi-ts, zod',
  emitsValidators: true,
  entry: 'zod.gen.ts',
  command: (document, folder) => ['openapi-ts', '-i', document, '-o', folder, '-p', 'zod'],
};

export const HONO_TAKIBI: Generator = {
  name: 'hono-takibi',
  emitsValidators: true,
  entry: 'index.ts',
  command: (document, folder) => ['hono-takibi', document, '-o', join(folder, 'index.ts')],
};

export const PEERS: readonly Generator[] = [
  HEY_API,
  HONO_TAKIBI,
  {
    name: 'openapi-typescript',
    emitsValidators: false,
    entry: 'index.ts',
    command: (document, folder) => ['openapi-typescript', document, '-o', join(folder, 'index.ts')],
  },
];

const BIN = join(import.meta.dirname, '../../node_modules/.bin');

/** Runs a command of this package's dependencies, or of an absolute path, and gives the milliseconds that it took. */
export async function timeCommand(command: readonly [string, ...string[]]): Promise<number> {
  return (await timeOutput(command)).milliseconds;
}

/** Runs a command and gives its output, too. */
export async function timeOutput([name, ...args]: readonly [string, ...string[]]): Promise<{
  milliseconds: number;
  output: string;
}> {
  const startedAt = performance.now();
  const { stdout } = await promisify(execFile)(resolve(BIN, name), args, {
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  return { milliseconds: performance.now() - startedAt, output: stdout };
}
