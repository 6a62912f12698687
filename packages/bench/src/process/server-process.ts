import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '@keyframe/test-kit';

const MAIN_SCRIPT = fileURLToPath(import.meta.resolve('@keyframe/server/src/main.ts'));

/** How to start a process of the server. */
export interface ServerProcessOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Takes what the process writes, so that logging costs what it costs in production. */
  readonly logFile: string;
  readonly profileDirectory: string | undefined;
}

/** Starts the server's own script as production does. */
export function startServerProcess({ env, logFile, profileDirectory }: ServerProcessOptions): Child {
  const flags = profileDirectory === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDirectory}`];
  return startChild({
    args: [...flags, MAIN_SCRIPT],
    env: { NODE_ENV: 'production', ...env },
    logFile,
  });
}
