import type { Command } from './command.ts';

/** Command line tool. A tool whose only command has its name has no subcommands. */
export interface Tool {
  readonly name: string;
  readonly version: string;
  readonly commands: readonly Command[];
  /** Returns the exit status of an error other than UsageError: 1 findings, 2 configuration, undefined for a bug. */
  findErrorStatus(error: unknown): 1 | 2 | undefined;
  /** Returns what to do about an error, a line that follows its message. */
  findRemedy?(error: unknown): string | undefined;
  /** Whether a signal determines the exit status: 128 and its number. */
  exitsBySignal?: true;
}
