import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How to run a command. */
export interface CommandOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly uid?: number;
  readonly gid?: number;
  /** Text for standard input. */
  readonly input?: string;
}

/** Runs a command to its end and returns its standard output; rejects, with its standard error, unless it ends with 0. */
export async function runCommand(
  command: string,
  args: readonly string[],
  { input = '', ...options }: CommandOptions,
): Promise<string> {
  const running = run(command, args, options);
  // A command may end before it has read its input; only its exit status counts.
  running.child.stdin?.on('error', () => {});
  running.child.stdin?.end(input);
  return (await running).stdout;
}
