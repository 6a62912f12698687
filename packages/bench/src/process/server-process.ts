import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const MAIN_SCRIPT = fileURLToPath(new URL('../../../../apps/server/src/main.ts', import.meta.url));
const STOP_GRACE_MS = 15_000;

/** A process of the reference server; disposing of it stops it as Ctrl-C does. */
export interface ServerProcess extends AsyncDisposable {
  /** Throws with the process's log when it has ended. */
  assertRunning(): Promise<void>;
}

/** How to start a process of the server. */
export interface ServerProcessOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Takes what the process writes, so that logging costs what it costs in production. */
  readonly logFile: string;
  readonly profileDirectory: string | undefined;
}

/** Starts the server's own script as production does. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { env, logFile, profileDirectory } = options;
  const flags = profileDirectory === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDirectory}`];
  await using log = await open(logFile, 'a');
  const child = spawn(process.execPath, [...flags, MAIN_SCRIPT], {
    stdio: ['ignore', log.fd, log.fd],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  const ended = once(child, 'exit');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    async assertRunning() {
      if (hasEnded()) throw new Error(`The server ended:\n${await readFile(logFile, 'utf8')}`);
    },
    async [Symbol.asyncDispose]() {
      if (hasEnded()) return;
      child.kill('SIGINT');
      const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
      await ended;
      clearTimeout(impatience);
    },
  };
}
