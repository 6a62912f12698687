import { type Command, defineCommand, JSON_OPTION, type Streams } from '../command/command.ts';
import { completeCall } from '../config/complete-by-config.ts';
import { CONFIG_NAME, loadConfig, type NamedApi, selectApis } from '../config/load-config.ts';
import type { LoadedCommand } from '../loaded-command.ts';

/** The outputs that are generated, in this order. */
export const OUTPUTS = ['types', 'server', 'client'] as const;
export type Output = (typeof OUTPUTS)[number];

/** Reports whether a word is the name of an output. */
export function isOutput(word: string | undefined): word is Output {
  return OUTPUTS.some((output) => output === word);
}

const GENERATORS: Readonly<Record<Output, () => Promise<Command>>> = {
  types: async () => (await import('./types-command.ts')).typesCommand,
  server: async () => (await import('./server-command.ts')).serverCommand,
  client: async () => (await import('./client-command.ts')).clientCommand,
};

/** Loads the command that generates one output of any document. */
export async function loadOutput(output: Output): Promise<LoadedCommand> {
  const { findErrorStatus } = await import('../options/error-status.ts');
  return { command: await GENERATORS[output](), findErrorStatus };
}

const generateCommand = defineCommand({
  name: 'generate',
  summary: 'generate servers, clients and types',
  description:
    'Generates the outputs of keyframe.config.ts, of all APIs or of the named ones. To generate from a document without a configuration: generate server <document>, generate client <document>, generate types <document>.',
  arguments: ['[<api>…]'],
  optionHint: `To generate from a document, name the output before it: keyframe generate ${OUTPUTS.join('|')} <document>.`,
  options: {
    check: { description: 'write nothing; list differences, and exit with 1 if there are any' },
    ...JSON_OPTION,
  },
  async run({ values, positionals }, streams) {
    const config = await loadConfig(
      'Create it, or name an output and a document: keyframe generate client <document> --out <folder>.',
    );
    const apis = selectApis(config, positionals);
    process.chdir(config.folder);
    let status = 0;
    for (const namedApi of apis) {
      for (const output of listOutputs(namedApi)) {
        status = Math.max(status, await generateOutput(namedApi, output, { passed: values, streams }));
      }
    }
    if (!apis.some((namedApi) => listOutputs(namedApi).length > 0)) {
      streams.err(
        `${CONFIG_NAME} has no outputs: add "outputs" with "server", "client" or "types" to an API.`,
      );
    }
    return status;
  },
});

/** Loads the command that generates all outputs of the configuration. */
export async function loadGenerate(): Promise<LoadedCommand> {
  const { findErrorStatus } = await import('../options/error-status.ts');
  return { command: generateCommand, findErrorStatus };
}

/** Lists the outputs of an API that are generated. */
export function listOutputs({ api: { outputs = {} } }: NamedApi): Output[] {
  return OUTPUTS.filter((output) => outputs[output] !== undefined);
}

/** Generates an output of an API, with the options of the configuration. */
export async function generateOutput(
  namedApi: NamedApi,
  output: Output,
  { passed = {}, streams }: { passed?: Readonly<Record<string, unknown>>; streams: Streams },
): Promise<number> {
  const command = await GENERATORS[output]();
  const call = completeCall(command, [namedApi.api.document], { passed, namedApi, section: output });
  return command.run(call, streams);
}
