// A Node process as a user would have it in a terminal: its output is read, its end is awaited, and neither it nor
// processes that it started survive it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { eventually } from './eventually.ts';
import { isReady } from './is-ready.ts';
import { killProcess, listDescendants } from './process-tree.ts';

const STOP_GRACE_MS = 15_000;

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running process; disposing of it stops it, by SIGINT first, with everything that it started. */
export interface Child extends AsyncDisposable {
  readonly pid: number;
  readonly stdout: string;
  /** With a log file: all that it has written. */
  readonly stderr: string;
  readonly exit: Exit | undefined;
  /** Resolves when it has ended and its output is read, however long that takes. */
  readonly ended: Promise<Exit>;
  /** Waits for standard output to match; throws with the whole output when the process ends first. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
  /** Waits until `url` answers 2xx; throws with the whole output when the process ends first. */
  waitUntilReady(url: string): Promise<void>;
  waitForExit(): Promise<Exit>;
  /** Sends a signal to the process, or as Ctrl-C does to its whole group. */
  signal(name: NodeJS.Signals, options?: { group: boolean }): void;
}

/** The command to run. */
export interface ChildOptions {
  readonly args: readonly string[];
  /** Path of the Node that runs; the one of this process by default. */
  readonly node?: string;
  /** On top of this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Hands on nothing of this process's environment but PATH. */
  readonly hasCleanEnv?: boolean;
  readonly cwd?: string;
  /** Gives it a process group of its own, as a shell does. */
  readonly ownGroup?: boolean;
  /** Takes its output instead of pipes, whose reading would cost this process time. */
  readonly logFile?: string;
}

/** Starts `node` with arguments. */
export function startChild(options: ChildOptions): Child {
  const { args, logFile } = options;
  const name = `node ${args.join(' ')}`;
  const child = spawnNode(options);
  const { pid } = child;
  if (pid === undefined) throw new Error(`Could not start: ${name}`);
  const output = collectOutput(child);
  const gone = once(child, 'exit');
  let exit: Exit | undefined;
  const ended = once(child, 'close').then(([code, signal]): Exit => {
    exit = { code, signal };
    return exit;
  });
  killAtExit(child);

  const stderr = () => (logFile === undefined ? output.stderr : readFileSync(logFile, 'utf8'));
  const assertRunning = () => {
    if (exit === undefined) return;
    throw new Error(`${name} ended with ${exit.code ?? exit.signal}:\n${output.stdout}\n${stderr()}`);
  };
  return {
    pid,
    get stdout() {
      return output.stdout;
    },
    get stderr() {
      return stderr();
    },
    get exit() {
      return exit;
    },
    ended,
    waitForOutput: (pattern) =>
      eventually(`${pattern} in the output of ${name}`, () => {
        const match = pattern.exec(output.stdout);
        if (match === null) assertRunning();
        return match ?? undefined;
      }),
    async waitUntilReady(url) {
      await eventually(`${url} to be ready`, () => {
        assertRunning();
        return isReady(url);
      });
    },
    waitForExit: () => eventually(`the end of ${name}`, () => exit),
    signal: (signal, { group } = { group: false }) => process.kill(group ? -pid : pid, signal),
    async [Symbol.asyncDispose]() {
      if (exit !== undefined) return;
      const started = listDescendants(pid);
      child.kill('SIGINT');
      const forceKill = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
      await gone;
      clearTimeout(forceKill);
      for (const descendant of started) killProcess(descendant);
      await ended;
    },
  };
}

function spawnNode(options: ChildOptions) {
  const { args, node = process.execPath, env, hasCleanEnv = false, cwd, ownGroup = false, logFile } = options;
  const log = logFile === undefined ? 'pipe' : openSync(logFile, 'a');
  try {
    return spawn(node, args, {
      stdio: ['ignore', log, log],
      detached: ownGroup,
      env: {
        ...(hasCleanEnv ? { PATH: process.env.PATH } : process.env),
        NO_COLOR: '1',
        FORCE_COLOR: '0',
        ...env,
      },
      ...(cwd === undefined ? {} : { cwd }),
    });
  } finally {
    if (typeof log === 'number') closeSync(log);
  }
}

function collectOutput({ stdout, stderr }: Pick<ChildProcess, 'stdout' | 'stderr'>) {
  const output = { stdout: '', stderr: '' };
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  return output;
}

/** A hook that runs out of time never learns of what it started, and must not leave it. */
function killAtExit(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}
