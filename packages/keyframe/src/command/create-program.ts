// The command line parser: commander, with the declarations of our commands and our messages.
import { type CommanderError, Option, Command as Program } from 'commander';
import type { Command, OptionSpec, ProcessStreams } from './command.ts';
import { readCall } from './read-call.ts';
import type { Tool } from './tool.ts';

/** Creates the parser of a tool; `onStatus` receives the exit status of the command that ran. */
export function createProgram(
  tool: Tool,
  streams: ProcessStreams,
  onStatus: (status: number) => void,
): Program {
  const program = new Program(tool.name)
    .exitOverride()
    .configureOutput({ writeOut: (text) => streams.out(text.trimEnd()), writeErr: () => undefined })
    .configureHelp({
      styleTitle: (title) => title.toLowerCase(),
      subcommandTerm: (command) => formatTerm(tool, command.name()),
    })
    .helpCommand(false);
  if (tool.version !== '') program.version(tool.version, '--version');
  for (const command of tool.commands) {
    const target = command.name === tool.name ? program : addCommand(program, command.name);
    declare(target, command).action(async () => {
      const values = target.opts();
      const find = (name: string) => values[createPlainOption(`--${name}`).attributeName()];
      const choices = findListedChoices(command, find);
      if (choices !== undefined) return streams.out(choices.join('\n'));
      const call = readCall(command, target.args, { find });
      onStatus(await command.run(call, { ...streams, called: formatCalled(tool, command) }));
    });
  }
  if (program.commands.length > 0) program.usage('<command>');
  const bySignal = tool.exitsBySignal ? ', 130 or 143 interrupted' : '';
  return program.addHelpText(
    'afterAll',
    `\nExit status: 0 fine, 1 findings, 2 usage or configuration, 3 internal error${bySignal}.`,
  );
}

/** Adds a command; a name of two words arrives as one, see `runTool`. */
function addCommand(program: Program, name: string): Program {
  const command = program.createCommand(name).copyInheritedSettings(program);
  program.addCommand(command);
  return command;
}

function formatTerm({ commands }: Tool, name: string): string {
  const command = commands.find((each) => each.name === name);
  return command === undefined ? name : `${name} ${formatArguments(command)}`.trim();
}

function declare(target: Program, command: Command): Program {
  for (const [name, spec] of Object.entries(command.options)) target.addOption(createOption(name, spec));
  if (command.group !== undefined) target.helpGroup(`${command.group}:`);
  return target
    .summary(command.summary)
    .description(formatDescription(command))
    .usage(formatArguments(command))
    .addHelpText('after', formatTopics(command))
    .allowExcessArguments();
}

function formatOption(name: string, value: string | undefined): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

/** Names the options that many commands have, a line for each subject. */
function formatTopics({ options }: Command): string {
  const shared = Object.entries(options).filter(([, { topic }]) => topic !== undefined);
  const topics = Map.groupBy(shared, ([, { topic }]) => topic);
  const lines = [...topics].map(([topic, members]) => {
    const names = members.map(([name, { value }]) => formatOption(name, value));
    return `\noptions for ${topic}:\n  ${names.join(', ')}`;
  });
  return [...lines, ...(lines.length > 0 ? ['\nkeyframe options describes these.'] : [])].join('\n');
}

/** Finds the choices of an option whose value is `list`. */
function findListedChoices(
  { options }: Command,
  find: (name: string) => unknown,
): readonly string[] | undefined {
  const [, listed] =
    Object.entries(options).find(
      ([name, { isListed }]) => isListed && [find(name)].flat().includes('list'),
    ) ?? [];
  return listed?.choices;
}

function formatDescription({ description, options }: Command): string {
  return options.overlay === undefined ? description : `${description} Documents are paths or URLs.`;
}

function createOption(name: string, { value, description, isRepeatable, topic }: OptionSpec): Option {
  const option = createPlainOption(formatOption(name, value), description).hideHelp(topic !== undefined);
  if (!isRepeatable) return option;
  return option.argParser((text, previous: readonly string[] = []) => [...previous, text]);
}

/** Creates an option whose name may begin with `no-`: commander would make it the opposite of another option, true by default. */
function createPlainOption(flags: string, description?: string): Option {
  return Object.assign(new Option(flags, description), { negate: false });
}

/** Writes the words that call a command of a tool. */
export function formatCalled({ name }: Tool, command: Command): string {
  return command.name === name ? name : `${name} ${command.name}`;
}

/** Writes the arguments and required options of a command. */
export function formatArguments({ arguments: names, options }: Command): string {
  const all = Object.entries(options);
  const required = all.filter(([, { isRequired }]) => isRequired);
  return [
    ...names,
    ...required.map(([name, { value }]) => `--${name} ${value}`),
    ...(all.length > required.length ? ['[<options>]'] : []),
  ].join(' ');
}

/** Writes the message of the parser in our words. */
export function formatParserError({ code, message }: CommanderError): string {
  const [, name = '', suggestion] =
    /'([^' ]+)[^']*'(?:.*\s\(Did you mean (?:one of )?(.+)\?\))?/s.exec(message) ?? [];
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  if (code === 'commander.unknownOption') return `Unknown option ${name}.${hint}`;
  if (code === 'commander.unknownCommand') return `Unknown command "${name}".${hint}`;
  if (code === 'commander.optionMissingArgument') return `${name} needs a value.`;
  return message;
}
