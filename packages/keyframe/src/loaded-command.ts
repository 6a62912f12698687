import type { Command, Tool } from '@keyframe/openapi-tooling/command/run';

/** A command together with the parts of the tool that it comes from. */
export interface LoadedCommand extends Pick<Tool, 'exitsBySignal' | 'findErrorStatus' | 'findRemedy'> {
  command: Command;
}

/** A command by what the list of commands shows; its code is imported when it runs. */
export interface CommandEntry extends Pick<Command, 'arguments' | 'name' | 'summary'> {
  load(): Promise<LoadedCommand>;
}

/** Takes a command out of the tool of another package. Throws if the tool has no such command. */
export function findCommand({ commands, findErrorStatus, exitsBySignal }: Tool, name: string): LoadedCommand {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) throw new Error(`Command ${name} not found.`);
  return { command, findErrorStatus, ...(exitsBySignal && { exitsBySignal }) };
}
