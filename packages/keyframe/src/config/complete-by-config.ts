// A command of another package that reads what is missing on the command line from the configuration.
import { existsSync } from 'node:fs';
import {
  type Command,
  type OptionSpec,
  type OptionTable,
  readCall,
  resolveLocation,
  type Streams,
} from '@keyframe/openapi-tooling/command/run';
import type { ApiConfig } from './keyframe-config.ts';
import { findApi, loadConfig } from './load-config.ts';
import { readSection, type Section } from './section-values.ts';

/** The arguments of a command, as the configuration gives them. */
export interface Completion {
  name: string;
  section?: Section;
  listArguments?: (api: ApiConfig) => readonly string[];
}

type Given = Readonly<Record<string, unknown>>;
type Value = boolean | string | readonly string[] | undefined;

const PATHS: readonly (string | undefined)[] = [
  '<file>',
  '<folder>',
  '<config>',
  '<file|url>',
  '<folder|url>',
];

/** Makes the arguments and required options of a command optional: the configuration completes them. */
export function completeByConfig(command: Command, completion: Completion): Command {
  return {
    ...command,
    name: completion.name,
    description: `${command.description} The argument can be the name of an API in keyframe.config.ts instead; without it, the only API there is meant.`,
    arguments: command.arguments.map((argument) => `[${argument}]`),
    expected: `${command.arguments.join(' and ')}, the name of an API, or nothing`,
    options: Object.fromEntries(
      Object.entries(command.options).map(([name, spec]) => [name, makeOptional(spec)]),
    ),
    run: ({ values, positionals }, streams) =>
      runCompleted(command, completion, { values, positionals, streams }),
  };
}

// Other words are names of APIs.
function isDocument(word: string): boolean {
  return /[./:]/.test(word) || existsSync(word);
}

// A default would hide whether the option was passed.
function makeOptional({ default: _default, isRequired: _isRequired, ...spec }: OptionSpec): OptionSpec {
  return spec;
}

async function runCompleted(
  command: Command,
  { section, listArguments = ({ document }) => [document] }: Completion,
  { values, positionals, streams }: { values: Given; positionals: readonly string[]; streams: Streams },
): Promise<number> {
  const [first = '', ...others] = positionals;
  if (positionals.length === command.arguments.length && (others.length > 0 || isDocument(first))) {
    return command.run(complete(command, positionals, values), streams);
  }
  const config = await loadConfig(`Name ${command.arguments.join(' and ')}, or create the file.`);
  const found = findApi(config, positionals[0]);
  const passed = resolvePaths(command.options, values);
  process.chdir(config.folder);
  const configured = readSection(found, section, command);
  return command.run(complete(command, listArguments(found.api), { ...configured, ...passed }), streams);
}

function complete(command: Command, positionals: readonly string[], values: Given) {
  return readCall(command, positionals, (name) =>
    isPassed(values[name]) ? (values[name] as Value) : undefined,
  );
}

function isPassed(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}

function toAbsolute(value: unknown): unknown {
  return Array.isArray(value) ? value.map(toAbsolute) : resolveLocation(String(value));
}

// Paths of the command line are relative to the current folder, those of the configuration to its own.
function resolvePaths(options: OptionTable, values: Given): Given {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => isPassed(value))
      .map(([name, value]) => [name, PATHS.includes(options[name]?.value) ? toAbsolute(value) : value]),
  );
}
