import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const GRACE_MS = 5000;
/** Windows has no groups of processes and no signals: `taskkill` ends a process with those that it has started. */
const IS_WINDOWS = process.platform === 'win32';

/** The command of a server, started again after each change. */
export class ServerProcess {
  readonly #command: string;
  #child: ChildProcess | undefined;

  constructor(command: string) {
    this.#command = command;
  }

  /** Stops the running process, if there is one, and starts another. */
  async restart(): Promise<void> {
    await this.stop();
    // In a group of its own: a shell does not pass signals on to what it started.
    this.#child = spawn(this.#command, { shell: true, detached: !IS_WINDOWS, stdio: ['ignore', 2, 2] });
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    signalGroup(child.pid, 'SIGTERM');
    const timer = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), GRACE_MS);
    await exited;
    clearTimeout(timer);
  }
}

function signalGroup(pid: number | undefined, signal: 'SIGKILL' | 'SIGTERM'): void {
  if (pid === undefined) return;
  if (IS_WINDOWS) {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // It has ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
