import { defineCommand, JSON_OPTION } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import { SCRIPTS } from '../completion/scripts.ts';
import type { CommandEntry, LoadedCommand } from '../loaded-command.ts';

/** Loads the command that prints completion scripts of these commands. */
export async function loadCompletion(entries: readonly CommandEntry[]): Promise<LoadedCommand> {
  const shells = Object.keys(SCRIPTS);
  const command = defineCommand({
    name: 'completion',
    summary: 'print the completion script of a shell',
    description: `Prints a script that completes commands, options and their values in ${shells.join(', ')}: source it in the shell's start file, such as: source <(keyframe completion bash)`,
    arguments: ['<shell>'],
    options: JSON_OPTION,
    async run({ values: { json }, positionals: [shell] }, { out }) {
      const write = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
      if (write === undefined)
        throw new UsageError(`<shell> must be one of ${shells.join(', ')} (got "${shell}").`);
      const completable = entries.filter(({ name }) => name !== 'completion');
      const loaded = await Promise.all(completable.map(async ({ load }) => (await load()).command));
      const script = write(loaded);
      out(json ? JSON.stringify({ script }) : script);
      return 0;
    },
  });
  return { command, findErrorStatus: () => undefined };
}
