import { loadVersion } from '@keyframe/contract-gate';
import { watchDocument } from '@keyframe/openapi-codegen';
import { OpenApiMockError } from '@keyframe/openapi-mock';
import type { DocumentOptions } from '@keyframe/openapi-model';
import { inspectDocument, type OpenApiModel, OpenApiModelError, omitProblems } from '@keyframe/openapi-model';
import { defineCommand, JSON_OPTION, type Streams, type Values } from '../command/command.ts';
import { completeCall } from '../config/complete-by-config.ts';
import { loadConfig, type NamedApi, selectApis } from '../config/load-config.ts';
import { type DevFinding, listBreaking, listProblems } from '../dev/check-change.ts';
import { ServerProcess } from '../dev/server-process.ts';
import { SwappableMock } from '../dev/swappable-mock.ts';
import type { LoadedCommand } from '../loaded-command.ts';
import { findErrorStatus } from '../options/error-status.ts';
import { LOAD_OPTIONS, readLoadOptions } from '../options/load-options.ts';
import { type MockSettings, readMockSettings } from '../options/mock-settings.ts';
import { requireWatchable } from '../options/run-generation.ts';
import { generateOutput, listOutputs } from './generate-command.ts';
import { mockCommand } from './mock-command.ts';

const devCommand = defineCommand({
  name: 'dev',
  summary: 'generate, mock and check again whenever a document is saved',
  description:
    'Watches the documents of keyframe.config.ts, or the named ones. After each change it generates the outputs, restarts the mock and the server, and reports problems and breaking changes with file and line. Breaking changes are those since "diff.against", or else since the start.',
  arguments: ['[<api>…]'],
  options: JSON_OPTION,
  async run({ values: { json }, positionals }, streams) {
    const config = await loadConfig('Create it.');
    const apis = selectApis(config, positionals);
    process.chdir(config.folder);
    await Promise.all(apis.map((namedApi) => watchApi(namedApi, json, streams)));
    return 0;
  },
});

/** Loads the command that watches documents. */
export async function loadDev(): Promise<LoadedCommand> {
  return { command: devCommand, findErrorStatus };
}

async function watchApi({ name, api }: NamedApi, isJson: boolean, streams: Streams): Promise<void> {
  requireWatchable(api.document);
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

/** Reads how the documents of an API are read, as its commands do. */
function readDocumentOptions(namedApi: NamedApi): DocumentOptions {
  const { values } = completeCall({ ...devCommand, options: LOAD_OPTIONS }, [], { namedApi });
  return readLoadOptions(values as Values<typeof LOAD_OPTIONS>);
}

/** Reads the settings of the mock as `keyframe mock` does. */
async function readMock(namedApi: NamedApi): Promise<MockSettings> {
  const { values } = completeCall(mockCommand, [namedApi.api.document], { namedApi, section: 'mock' });
  return readMockSettings(values as Parameters<typeof readMockSettings>[0]);
}

interface Report {
  breaking: readonly DevFinding[];
  problems: readonly DevFinding[];
  elapsedMs: number;
}

/** The processes and the earlier version of one API. */
class DevSession {
  readonly #namedApi: NamedApi;
  readonly #isJson: boolean;
  readonly #streams: Streams;
  readonly #mock: SwappableMock | undefined;
  readonly #server: ServerProcess | undefined;
  #before: OpenApiModel | undefined;
  #sources: readonly string[];

  constructor(namedApi: NamedApi, isJson: boolean, streams: Streams) {
    const { mock, start, document } = namedApi.api;
    this.#namedApi = namedApi;
    this.#isJson = isJson;
    this.#streams = streams;
    this.#mock = mock && new SwappableMock(() => readMock(namedApi));
    this.#server = start === undefined ? undefined : new ServerProcess(start);
    this.#sources = [document];
  }

  /** Reports first, and breaking changes before problems, since that is what its user waits for. */
  async update(): Promise<{ sources: readonly string[] }> {
    const { api } = this.#namedApi;
    const options = readDocumentOptions(this.#namedApi);
    if (api.diff) this.#before ??= await loadVersion(api.diff.against, options);
    const startedAtMs = performance.now();
    const read = await inspectDocument(api.document, options);
    this.#sources = read.files;
    const { model: rest, found, omitted } = omitProblems(read, options);
    // The outputs are generated from it, unless the document is rejected.
    const model = found.problems.length === 0 ? rest : undefined;
    const breaking = this.#before && model ? listBreaking(this.#before, { model, omitted }) : [];
    this.#print(breaking);
    const problems = listProblems(read, options);
    this.#print(problems);
    this.#summarize({ breaking, problems, elapsedMs: Math.round(performance.now() - startedAtMs) });
    if (model !== undefined) await this.#apply(model, problems);
    return { sources: this.#sources };
  }

  async #apply(model: OpenApiModel, problems: readonly DevFinding[]): Promise<void> {
    this.#before ??= model;
    const failure = await this.#generate();
    if (failure !== undefined) {
      if (!problems.some(({ level }) => level === 'error')) this.#streams.err(failure);
      return;
    }
    await this.#serveMock(model);
    await this.#server?.restart();
  }

  async #serveMock(model: OpenApiModel): Promise<void> {
    try {
      const url = await this.#mock?.use(model);
      if (url !== undefined && !this.#isJson) this.#streams.err(`Mock: ${url}`);
    } catch (error) {
      // A fault or a seed that fitted the document before.
      if (!(error instanceof OpenApiMockError) || !this.#mock?.isServed) throw error;
      this.#streams.err(`The mock answers by the earlier document: ${error.message}`);
    }
  }

  async stop(): Promise<void> {
    await Promise.all([this.#mock?.stop(), this.#server?.stop()]);
  }

  #print(findings: readonly DevFinding[]): void {
    if (this.#isJson) return;
    for (const finding of findings) this.#streams.out(formatFinding(finding, this.#namedApi.api.document));
  }

  #summarize({ breaking, problems, elapsedMs }: Report): void {
    const { name } = this.#namedApi;
    this.#streams.out(
      this.#isJson
        ? JSON.stringify({ api: name, elapsedMs, findings: [...breaking, ...problems] })
        : `${name}: ${count(problems, 'problem')}, ${count(breaking, 'breaking change')} (${elapsedMs} ms)`,
    );
  }

  /** Generates the outputs; returns why one cannot be generated, if the next change may fix it. */
  async #generate(): Promise<string | undefined> {
    const streams = { ...this.#streams, out: () => undefined, err: () => undefined };
    for (const output of listOutputs(this.#namedApi)) {
      try {
        await generateOutput(this.#namedApi, output, { streams });
      } catch (error) {
        if (!(error instanceof Error) || findErrorStatus(error) === undefined) throw error;
        return error.message;
      }
    }
    return undefined;
  }
}

function count({ length }: readonly unknown[], noun: string): string {
  return `${length} ${noun}${length === 1 ? '' : 's'}`;
}

function formatFinding(
  { kind, level, rule, message, file, line, column }: DevFinding,
  document: string,
): string {
  const location = line === undefined ? (file ?? document) : `${file}:${line}:${column}`;
  return `${location} ${kind === 'breaking' ? 'breaking change' : level}: ${message} [${rule}]`;
}
