import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '@keyframe/test-kit';

/** Path of the command. */
export const CLI = fileURLToPath(new URL('cli.ts', import.meta.resolve('@keyframe/cli')));

/** Starts `keyframe` as a process with folders of its own. */
export function startKeyframe(
  words: readonly string[],
  { folder, env = {} }: { folder: string; env?: Readonly<Record<string, string>> },
): Child {
  return startChild({
    args: [CLI, ...words],
    cwd: folder,
    env: { XDG_CONFIG_HOME: `${folder}/config`, XDG_STATE_HOME: `${folder}/state`, ...env },
  });
}
