import { loadVersion } from '@keyframe/contract-gate';
import { type LoadOptions, type OpenApiModel, OpenApiModelError } from '@keyframe/openapi-model';
import { findDocumentErrorStatus } from '@keyframe/openapi-tooling/command';
import { type Command, defineCommand, readCall, type Streams } from '@keyframe/openapi-tooling/command/run';
import { watchDocument } from '@keyframe/openapi-tooling/generator';
import type { ApiConfig } from '../config/keyframe-config.ts';
import { findApi, loadConfig } from '../config/load-config.ts';
import { readSection } from '../config/section-values.ts';
import { checkChange, type DevFinding } from '../dev/check-change.ts';
import { ServerProcess } from '../dev/server-process.ts';
import { SwappableMock } from '../dev/swappable-mock.ts';
import type { LoadedCommand } from '../loaded-command.ts';
import { loadOutput, OUTPUTS } from './generate-command.ts';

const devCommand = defineCommand({
  name: 'dev',
  summary: 'generate, mock and check again whenever a document is saved',
  description:
    'Watches the documents of keyframe.config.ts, or the named ones. After each change it generates the outputs, restarts the mock and the server, and reports problems and breaking changes with file and line. Breaking changes are those since "diff.against", or else since the start.',
  arguments: ['[<api>…]'],
  options: { json: { description: 'print each report as JSON, one line for each change' } },
  async run({ values: { json }, positionals }, streams) {
    const config = await loadConfig();
    const names = positionals.length > 0 ? positionals : Object.keys(config.apis);
    const found = names.map((name) => findApi(config, name));
    process.chdir(config.folder);
    await Promise.all(found.map((each) => watchApi(each, json, streams)));
    return 0;
  },
});

/** Loads the command that watches documents. */
export async function loadDev(): Promise<LoadedCommand> {
  return { command: devCommand, findErrorStatus: findDocumentErrorStatus };
}

interface NamedApi {
  name: string;
  api: ApiConfig;
}

async function watchApi({ name, api }: NamedApi, isJson: boolean, streams: Streams): Promise<void> {
  const session = new DevSession({ name, api }, isJson, streams);
  try {
    await watchDocument({
      document: api.document,
      signal: streams.signal,
      write: () => session.update(),
      isExpected: (error) => error instanceof OpenApiModelError,
      onResult: (result) => {
        if ('error' in result) streams.err(result.error.message);
      },
    });
  } finally {
    await session.stop();
  }
}

/** The processes and the earlier version of one API. */
class DevSession {
  readonly #named: NamedApi;
  readonly #isJson: boolean;
  readonly #streams: Streams;
  readonly #mock: SwappableMock | undefined;
  readonly #server: ServerProcess | undefined;
  #before: OpenApiModel | undefined;
  #sources: readonly string[];

  constructor(named: NamedApi, isJson: boolean, streams: Streams) {
    const { mock, start, document } = named.api;
    this.#named = named;
    this.#isJson = isJson;
    this.#streams = streams;
    this.#mock = mock && new SwappableMock(mock);
    this.#server = start === undefined ? undefined : new ServerProcess(start);
    this.#sources = [document];
  }

  /** Reports first, since that is what its user waits for. */
  async update(): Promise<{ sources: readonly string[] }> {
    const startedAtMs = performance.now();
    const { api } = this.#named;
    const options: LoadOptions = { lenient: api.read?.lenient, overlays: api.read?.overlay };
    if (api.diff && this.#before === undefined) this.#before = await loadVersion(api.diff.against, options);
    const { findings, model } = await checkChange(api.document, { ...options, before: this.#before });
    this.#report(findings, Math.round(performance.now() - startedAtMs));
    if (model === undefined) return { sources: this.#sources };
    this.#before ??= model;
    this.#sources = model.files;
    await this.#generate();
    const url = await this.#mock?.use(model);
    if (url !== undefined && !this.#isJson) this.#streams.err(`Mock: ${url}`);
    await this.#server?.restart();
    return { sources: model.files };
  }

  async stop(): Promise<void> {
    await Promise.all([this.#mock?.stop(), this.#server?.stop()]);
  }

  #report(findings: readonly DevFinding[], elapsedMs: number): void {
    const { name } = this.#named;
    const { out } = this.#streams;
    if (this.#isJson) {
      out(JSON.stringify({ api: name, elapsedMs, findings }));
      return;
    }
    for (const finding of findings) out(formatFinding(finding, this.#named.api.document));
    const breaking = findings.filter(({ kind }) => kind === 'breaking').length;
    out(`${name}: ${findings.length - breaking} problems, ${breaking} breaking changes (${elapsedMs} ms)`);
  }

  async #generate(): Promise<void> {
    const { api } = this.#named;
    for (const output of OUTPUTS) {
      if (api[output] === undefined) continue;
      const { command } = await loadOutput(output);
      await this.#runGenerator(command, readSection(this.#named, output, command));
    }
  }

  async #runGenerator(command: Command, configured: ReturnType<typeof readSection>): Promise<void> {
    const call = readCall(command, [this.#named.api.document], (name) => configured[name]);
    await command.run(call, { ...this.#streams, out: () => undefined, err: () => undefined });
  }
}

function formatFinding(
  { kind, level, rule, message, file, line, column }: DevFinding,
  document: string,
): string {
  const location = line === undefined ? (file ?? document) : `${file}:${line}:${column}`;
  return `${location} ${kind === 'breaking' ? 'breaking change' : level}: ${message} [${rule}]`;
}
