// Folders of the XDG base directory specification, which ignores relative paths.
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the folder of the stored key and of the secrets. */
export function locateConfigFolder(env: Environment): string {
  return locate(env, 'XDG_CONFIG_HOME', '.config');
}

/** Returns the folder of unfinished work. */
export function locateStateFolder(env: Environment): string {
  return locate(env, 'XDG_STATE_HOME', '.local/state');
}

function locate(env: Environment, variable: string, fallback: string): string {
  const folder = env[variable];
  const base = folder !== undefined && isAbsolute(folder) ? folder : join(env.HOME || homedir(), fallback);
  return join(base, 'keyframe');
}
