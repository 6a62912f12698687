import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const GRACE_MS = 5000;

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
    this.#child = spawn(this.#command, { shell: true, detached: true, stdio: ['ignore', 2, 2] });
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
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // It has ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
