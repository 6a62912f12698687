// Runs commands as users do: outside of the workspace, and without what its scripts and tests put into the environment.
import { execFile } from 'node:child_process';
import { delimiter } from 'node:path';

/** The output and the exit status of a command. */
export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly cwd: string;
  /** Folders that the command is looked for in before those of PATH. */
  readonly path?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

// Settings of the registry are kept: npm_config_registry, NODE_EXTRA_CA_CERTS and similar.
const OURS =
  /^(npm_(?!config_)|npm_config_((local_|global_)?prefix|user_agent)$|pnpm_|NODE_(ENV|OPTIONS|PATH)$|VITEST|VITE_|TEST$|TURBO_|FORCE_COLOR$|INIT_CWD$)/i;

function environment({ path = [], env = {} }: CommandOptions): NodeJS.ProcessEnv {
  const users = Object.entries(process.env).filter(([name]) => !OURS.test(name));
  return {
    ...Object.fromEntries(users),
    // Turns off packages that count their installations.
    SCARF_ANALYTICS: 'false',
    DO_NOT_TRACK: '1',
    ...env,
    PATH: [...path, process.env.PATH ?? ''].join(delimiter),
  };
}

/** Runs a command to its end, however it ends. */
export function tryCommand(
  [command = '', ...args]: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const { cwd } = options;
    const limits = { maxBuffer: 64 * 1024 * 1024, timeout: 600_000 };
    execFile(command, args, { cwd, env: environment(options), ...limits }, (error, stdout, stderr) => {
      if (error === null || typeof error.code === 'number')
        return resolve({ status: Number(error?.code ?? 0), stdout, stderr });
      // It did not start, or a signal ended it.
      resolve({ status: 1, stdout, stderr: stderr + error.message });
    });
  });
}

/** Runs a command and gives its standard output; throws with all that it printed when it fails. */
export async function run(command: readonly string[], options: CommandOptions): Promise<string> {
  const { status, stdout, stderr } = await tryCommand(command, options);
  if (status === 0) return stdout;
  throw new Error(`${command.join(' ')} ended with ${status} in ${options.cwd}:\n${stdout}${stderr}`);
}
