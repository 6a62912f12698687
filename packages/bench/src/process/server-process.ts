import { type Child, listScripts, PRODUCTION_ENV, startChild } from '@keyframe/test-kit';

/** How to start a process of the server. */
export interface ServerProcessOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Takes what the process writes, so that logging costs what it costs in production. */
  readonly logFile: string;
  readonly profileDirectory: string | undefined;
  /** Script of the server; this version's by default. */
  readonly script?: string | undefined;
}

/** Starts the server's own script as production does. */
export function startServerProcess({
  env,
  logFile,
  profileDirectory,
  script = listScripts().main,
}: ServerProcessOptions): Child {
  const flags = profileDirectory === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDirectory}`];
  return startChild({
    args: [...flags, script],
    env: { ...PRODUCTION_ENV, ...env },
    logFile,
  });
}
