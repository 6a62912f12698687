import type { Command } from './command/command.ts';
import type { Tool } from './command/tool.ts';

/** A command together with the parts of the tool that it needs. */
export interface LoadedCommand extends Pick<Tool, 'exitsBySignal' | 'findErrorStatus' | 'findRemedy'> {
  command: Command;
}

/** A command by what the list of commands shows; its code is imported when it runs. */
export interface CommandEntry extends Pick<Command, 'arguments' | 'name' | 'summary'> {
  group: 'from a document' | 'the Keyframe video service' | 'this tool' | 'with a server';
  load(): Promise<LoadedCommand>;
}
