/** Output and environment of a process. */
export interface ProcessStreams {
  /** Data. */
  out: (text: string) => void;
  /** Everything for people that is not data: progress, errors. */
  err: (text: string) => void;
  /** Ends a command early. */
  signal: AbortSignal;
  env: Readonly<Record<string, string | undefined>>;
  /** Whether progress may overwrite its line. */
  isTerminal: boolean;
}

/** Output and environment of a command. */
export interface Streams extends ProcessStreams {
  /** The words that called the command, `keyframe lint`: the same command has several tools. */
  called: string;
}

/** Declaration of an option. */
export interface OptionSpec {
  /** Placeholder of the value, such as `<file>`; an option without one is a switch. */
  readonly value?: string;
  readonly description: string;
  readonly choices?: readonly string[];
  /** Whether the value `list` prints the choices; the command is not run. */
  readonly isListed?: true;
  readonly default?: string;
  readonly isRepeatable?: true;
  readonly isRequired?: true;
  /** The subject of an option that many commands have: help names it in one line with the others of the subject. */
  readonly topic?: string;
  /**
   * Converts a value: a text of the command line, or what the configuration contains; of a repeatable option, all of them. The
   * label names it in messages. Throws UsageError.
   */
  readonly read?: (value: never, label: string) => unknown;
}

/** Options by their names without dashes. */
export type OptionTable = Readonly<Record<string, OptionSpec>>;

/** The option of every command for its result. */
export const JSON_OPTION = {
  json: { topic: 'output', description: 'print the result as JSON; what continues is a line for each step' },
} as const satisfies OptionTable;

type Text<TSpec> = TSpec extends { choices: readonly (infer TChoice)[] } ? TChoice : string;

type Converted<TSpec> = TSpec extends { read: (value: never, label: string) => infer TValue }
  ? TValue
  : TSpec extends { isRepeatable: true }
    ? readonly Text<TSpec>[]
    : Text<TSpec>;

type OptionValue<TSpec> = TSpec extends { value: string }
  ? TSpec extends { isRepeatable: true } | { default: string } | { isRequired: true }
    ? Converted<TSpec>
    : Converted<TSpec> | undefined
  : boolean;

/** Values of options, by the same names. */
export type Values<TOptions extends OptionTable> = {
  readonly [name in keyof TOptions]: OptionValue<TOptions[name]>;
};

type Positionals<TArguments extends readonly string[]> = TArguments[number] extends `${string}…${string}`
  ? readonly string[]
  : {
      readonly [index in keyof TArguments]: TArguments[index] extends `[${string}`
        ? string | undefined
        : string;
    };

/** Command of a tool. */
export interface Command {
  /** One word, or two: `team create`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly description: string;
  /** Placeholders of the arguments; brackets mark optional ones, and an ellipsis after the only one accepts several. */
  readonly arguments: readonly string[];
  /** Names the arguments in the message about a wrong number of them; their placeholders by default. */
  readonly expected?: string;
  readonly options: OptionTable;
  /** The heading of the list of commands that the command is below. */
  readonly group?: string;
  /** Follows the message about an unknown option: the command that the user may have meant. */
  readonly optionHint?: string;
  /** Whether the first signal kills the process: the command has nothing to delete or to report. */
  readonly endsBySignal?: true;
  /** Returns the exit status: 0 fine, 1 findings. Throws UsageError. */
  run(
    call: { values: Readonly<Record<string, unknown>>; positionals: readonly string[] },
    streams: Streams,
  ): Promise<number>;
}

interface TypedCommand<TOptions extends OptionTable, TArguments extends readonly string[]> extends Command {
  readonly arguments: TArguments;
  readonly options: TOptions;
  run(
    call: { values: Values<TOptions>; positionals: Positionals<TArguments> },
    streams: Streams,
  ): Promise<number>;
}

/** Declares a command; the declaration determines the types of the values that `run` receives. */
export function defineCommand<const TOptions extends OptionTable, const TArguments extends readonly string[]>(
  command: TypedCommand<TOptions, TArguments>,
): Command {
  return command;
}
