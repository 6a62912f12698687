import type { Command, Streams } from '@keyframe/openapi-tooling/command';
import { defineCommand, readCall } from '@keyframe/openapi-tooling/command/run';
import type { ApiConfig } from '../config/keyframe-config.ts';
import { CONFIG_NAME, findApi, loadConfig } from '../config/load-config.ts';
import { readSection } from '../config/section-values.ts';
import { findCommand, type LoadedCommand } from '../loaded-command.ts';

/** The outputs that are generated, in this order. */
export const OUTPUTS = ['types', 'server', 'client'] as const;
export type Output = (typeof OUTPUTS)[number];

/** Reports whether a word is the name of an output. */
export function isOutput(word: string | undefined): word is Output {
  return OUTPUTS.some((output) => output === word);
}

/** Loads the command that generates one output of any document. */
export async function loadOutput(output: Output): Promise<LoadedCommand> {
  if (output === 'server') {
    const { TOOL } = await import('@keyframe/openapi-hono/command');
    return findCommand(TOOL, 'generate');
  }
  const { TOOL } = await import('@keyframe/openapi-client/command');
  return findCommand(TOOL, output === 'types' ? 'types' : 'generate');
}

/** Loads the command that generates all outputs of the configuration. */
export async function loadGenerate(): Promise<LoadedCommand> {
  const loaded = await Promise.all(OUTPUTS.map(loadOutput));
  const commands = new Map(OUTPUTS.map((output, index) => [output, loaded[index]?.command]));
  const command = defineCommand({
    name: 'generate',
    summary: 'generate servers, clients and types',
    description:
      'Generates the outputs of keyframe.config.ts, of all APIs or of the named ones. To generate from a document without a configuration: generate server <document>, generate client <document>, generate types <document>.',
    arguments: ['[<api>…]'],
    optionHint: `To generate from a document, name the output before it: keyframe generate ${OUTPUTS.join('|')} <document>.`,
    options: {
      check: { description: 'write nothing; list differences, and exit with 1 if there are any' },
      json: { description: 'print the results as JSON, one line for each output' },
    },
    run: ({ values, positionals }, streams) => generateAll(commands, { values, positionals, streams }),
  });
  return {
    command,
    findErrorStatus: (error) =>
      loaded.map(({ findErrorStatus }) => findErrorStatus(error)).find((status) => status !== undefined),
  };
}

interface Call {
  values: { check: boolean; json: boolean };
  positionals: readonly string[];
  streams: Streams;
}

async function generateAll(
  commands: ReadonlyMap<Output, Command | undefined>,
  { values, positionals, streams }: Call,
): Promise<number> {
  const config = await loadConfig(
    'Create it, or name an output and a document: keyframe generate client <document> --out <folder>.',
  );
  const names = positionals.length > 0 ? positionals : Object.keys(config.apis);
  const found = names.map((name) => findApi(config, name));
  process.chdir(config.folder);
  let status = 0;
  for (const each of found) {
    for (const output of listOutputs(each.api)) {
      const command = commands.get(output);
      if (command === undefined) continue;
      const configured = readSection(each, output, command);
      const call = readCall(command, [each.api.document], (name) => ({ ...configured, ...values })[name]);
      status = Math.max(status, await command.run(call, streams));
    }
  }
  if (!found.some(({ api }) => listOutputs(api).length > 0)) {
    streams.err(`${CONFIG_NAME} has no outputs: add "server", "client" or "types" to an API.`);
  }
  return status;
}

function listOutputs(api: ApiConfig): Output[] {
  return OUTPUTS.filter((output) => api[output] !== undefined);
}
