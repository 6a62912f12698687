// A command that reads what is missing on the command line from the configuration.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isWebUrl } from '@keyframe/openapi-model/document';
import type { Command, OptionSpec, OptionTable, Streams } from '../command/command.ts';
import { readCall } from '../command/read-call.ts';
import type { ApiConfig } from './keyframe-config.ts';
import { findApi, loadConfig, type NamedApi } from './load-config.ts';
import { readSection, type Section } from './section-values.ts';

/** The arguments of a command, as the configuration gives them. */
export interface Completion {
  section?: Section;
  listArguments?: (api: ApiConfig) => readonly string[];
}

type CallValues = Readonly<Record<string, unknown>>;

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
    description: `${command.description} The argument can be the name of an API in keyframe.config.ts instead; without it, the only API there is meant.`,
    arguments: command.arguments.map((argument) => `[${argument}]`),
    expected: `${command.arguments.join(' and ')}, the name of an API, or nothing`,
    options: mapOptions(command.options, makeOptional),
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

function mapOptions(
  options: OptionTable,
  convert: (spec: OptionSpec, name: string) => OptionSpec,
): OptionTable {
  return Object.fromEntries(Object.entries(options).map(([name, spec]) => [name, convert(spec, name)]));
}

interface Call {
  values: CallValues;
  positionals: readonly string[];
  streams: Streams;
}

async function runCompleted(
  command: Command,
  { section, listArguments = ({ document }) => [document] }: Completion,
  { values, positionals, streams }: Call,
): Promise<number> {
  const [first = ''] = positionals;
  if (positionals.length === command.arguments.length && (positionals.length > 1 || isDocument(first))) {
    const completed = completeCall(command, positionals, { passed: values });
    return command.run(completed, streams);
  }
  const config = await loadConfig(`Name ${command.arguments.join(' and ')}, or create the file.`);
  const namedApi = findApi(config, positionals[0]);
  const passed = resolvePaths(command.options, values);
  process.chdir(config.folder);
  const call = completeCall(command, listArguments(namedApi.api), { passed, namedApi, section });
  return command.run(call, streams);
}

interface Sources {
  /** Values of the command line, converted. */
  passed?: CallValues;
  namedApi?: NamedApi;
  section?: Section | undefined;
}

/** Completes a call of a command by the configuration of an API; values of the command line take precedence. Throws UsageError. */
export function completeCall(
  command: Command,
  positionals: readonly string[],
  { passed = {}, namedApi, section }: Sources,
): { values: CallValues; positionals: readonly string[] } {
  const isPassed = (name: string) => hasContent(passed[name]);
  const options = mapOptions(command.options, (spec, name) => (isPassed(name) ? makeOptional(spec) : spec));
  const source = namedApi && readSection(namedApi, section, command);
  const { values } = readCall({ ...command, options }, positionals, {
    find: (name) => (isPassed(name) ? undefined : source?.find(name)),
    ...(source && {
      label: (name: string) => (source.find(name) === undefined ? `--${name}` : source.label(name)),
    }),
  });
  const present = Object.entries(passed).filter(([name]) => isPassed(name));
  return { values: { ...values, ...Object.fromEntries(present) }, positionals };
}

// Without the option, a switch is false, and a repeatable option has an empty list or object.
function hasContent(value: unknown): boolean {
  if (value === undefined || value === false) return false;
  const isPlain = Object(value) === value && Object.getPrototypeOf(value) === Object.prototype;
  return Array.isArray(value) || isPlain ? Object.keys(Object(value)).length > 0 : true;
}

function toAbsolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toAbsolute);
  const location = String(value);
  return isWebUrl(location) ? location : resolve(location);
}

// Paths of the command line are relative to the current folder, those of the configuration to its own.
function resolvePaths(options: OptionTable, values: CallValues): CallValues {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => hasContent(value))
      .map(([name, value]) => [name, PATHS.includes(options[name]?.value) ? toAbsolute(value) : value]),
  );
}
