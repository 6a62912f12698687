// A child process as a user would have it in a terminal: its output is read, its end is awaited, and it never
// outlives the suite, nor does anything that it started itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from './eventually.ts';
import { descendantsOf, killProcess } from './process-tree.ts';

const STOP_GRACE_MS = 15_000;

/** How a process ended. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A running child; disposing of it stops it with everything that it started. */
export interface Child extends AsyncDisposable {
  readonly pid: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: Exit | undefined;
  /** Resolves when it has ended, however long that takes. */
  readonly ended: Promise<Exit>;
  /** Waits for standard output to match; throws with the whole output when the child ends first. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
  waitForExit(): Promise<Exit>;
  /** Sends a signal to the child, or as Ctrl-C does to its whole group. */
  signal(name: NodeJS.Signals, options?: { group: boolean }): void;
}

/** What to run. */
export interface ChildOptions {
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  /** Gives it a process group of its own, as a shell does. */
  ownGroup?: boolean;
}

/** Starts `node` with arguments; the environment is this process's, changed by `env`. */
export function startChild({ args, env = {}, cwd, ownGroup = false }: ChildOptions): Child {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: ownGroup,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`Could not start: node ${args.join(' ')}`);
  const output = { stdout: '', stderr: '' };
  let exit: Exit | undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const closed = once(child, 'close').then(([code, signal]): Exit => {
    exit = { code, signal };
    return exit;
  });
  const ended = () => new Error(`node ${args.join(' ')} ended:\n${output.stdout}\n${output.stderr}`);

  return {
    pid,
    get stdout() {
      return output.stdout;
    },
    get stderr() {
      return output.stderr;
    },
    get exit() {
      return exit;
    },
    ended: closed,
    waitForOutput: (pattern) =>
      eventually(`${pattern} in the output of node ${args.join(' ')}`, () => {
        const match = pattern.exec(output.stdout);
        if (match === null && exit !== undefined) throw ended();
        return match ?? undefined;
      }),
    waitForExit: () => eventually(`the end of node ${args.join(' ')}`, () => exit),
    signal: (name, { group } = { group: false }) => process.kill(group ? -pid : pid, name),
    async [Symbol.asyncDispose]() {
      if (exit !== undefined) return;
      const started = descendantsOf(pid);
      child.kill('SIGINT');
      const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
      await closed;
      clearTimeout(impatience);
      for (const descendant of started) killProcess(descendant);
    },
  };
}
