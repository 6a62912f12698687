import type { DocumentOptions, Locate, OpenApiModel, Selection } from '@keyframe/openapi-model';
import { readDocument } from '@keyframe/openapi-model';
import type { ConformanceProgress, ConformanceResult } from '../conformance/conformance.ts';
import { runConformance } from '../conformance/run-conformance.ts';
import { requireServer } from '../conformance/wire/require-server.ts';
import { runDiff } from '../diff/run-diff.ts';
import { createScope } from '../filter/document-scope.ts';
import type { Finding } from '../finding.ts';
import { runLint } from '../lint/run-lint.ts';
import type { Report, ToolSummary } from '../report/report.ts';
import { runRoundTrip } from '../round-trip/run-round-trip.ts';
import { UsageError } from '../usage-error.ts';
import { runDredd, runRespect } from './dredd-and-respect.ts';
import type { GateConfig, RunningServer } from './gate-config.ts';
import { runPrismProxy } from './prism-proxy.ts';
import { runWithCredentials, type ServerTool, type ToolInput, type ToolResult } from './tool-run.ts';
import { TOOLS, type ToolName } from './tools.ts';

const DOCUMENT_TOOLS: ReadonlySet<ToolName> = new Set(['lint', 'diff']);

/** Options of the command line; they take precedence over the configuration. */
export interface CiOptions extends Selection, DocumentOptions {
  /** Milliseconds for `test`; overrides the configuration. */
  maxTimeMs?: number | undefined;
  seed?: number | undefined;
  /** Runs only these tools. */
  tools?: readonly ToolName[];
  /** The command that replays findings begins with it; `keyframe ci` by default. */
  command?: string;
  onProgress?: (progress: ConformanceProgress) => void;
  signal: AbortSignal;
}

const DEFAULT_TIME_MS = 60_000;
const WORKERS = 4;

/**
 * Runs every configured tool and creates one report; paths are relative to the current folder.
 * Throws UsageError, and as `loadDocument` does.
 */
export async function runCi(
  config: GateConfig,
  options: CiOptions,
): Promise<{ report: Report; locate: Locate; skipped: readonly string[] }> {
  const { include: _include, exclude: _exclude, ...reading } = options;
  const { model, skipped } = await readDocument(config.document, reading);
  const run = new CiRun(config, model, options);
  await run.checkDocument();
  await run.checkServer();
  return { report: run.report, locate: model.locate, skipped };
}

class CiRun {
  readonly report: Report;
  readonly #config: GateConfig;
  readonly #model: OpenApiModel;
  readonly #options: CiOptions;
  readonly #choice: Selection & DocumentOptions;
  readonly #findings: Finding[] = [];
  readonly #tools: ToolSummary[] = [];

  constructor(config: GateConfig, model: OpenApiModel, options: CiOptions) {
    this.#config = config;
    this.#model = model;
    this.#options = options;
    const { include = config.include, exclude = config.exclude } = options;
    const { lenient, overlays, allowRef, skipUnsupported } = options;
    this.#choice = { include, exclude, lenient, overlays, allowRef, skipUnsupported };
    this.report = {
      command: 'ci',
      document: config.document,
      findings: this.#findings,
      tools: this.#tools,
    };
  }

  async checkDocument(): Promise<void> {
    const { document, lint, diff } = this.#config;
    const { signal } = this.#options;
    const choice = this.#choice;
    if (lint)
      await this.#run('lint', async () => (await runLint(document, { ...lint, ...choice, signal })).findings);
    if (!diff) return;
    const { against, ...diffOptions } = diff;
    await this.#run('diff', async () => {
      const { report, note } = await runDiff(against, document, { ...diffOptions, ...choice });
      return note ?? report.findings;
    });
  }

  async checkServer(): Promise<void> {
    const { server } = this.#config;
    const { tools = TOOLS } = this.#options;
    // It may take long to start.
    if (!server || tools.every((name) => DOCUMENT_TOOLS.has(name))) return;
    const started = typeof server === 'function' ? await server().catch(readReason) : server;
    if (typeof started === 'string') {
      this.#reportUnavailable(`The server of the configuration did not start: ${started}`);
      return;
    }
    const { url } = started;
    if (!URL.canParse(url))
      throw new UsageError(`The server of the configuration must have an absolute url (got "${url}").`);
    this.report.server = url;
    try {
      const failure = await requireServer({
        server: new URL(url),
        tls: started.tls,
        proxy: started.proxy,
        waitMs: started.waitMs,
        signal: this.#options.signal,
      }).catch(readReason);
      if (typeof failure === 'string') this.#reportUnavailable(failure);
      else await this.#checkRunningServer(started);
    } finally {
      await started.close?.();
    }
  }

  // The results about the document are complete: a server that is missing is one more finding.
  #reportUnavailable(message: string): void {
    const { command = 'keyframe ci' } = this.#options;
    this.#findings.push({
      check: 'server-unavailable',
      severity: 'error',
      pointer: '#',
      message,
      expected: 'a server that accepts connections',
      received: 'no server, so that no tool could test it',
      replay: command,
    });
    const { roundTrip, respect, dredd, prismProxy, test } = this.#config;
    const configured = { 'round-trip': roundTrip, respect, dredd, 'prism-proxy': prismProxy, test };
    const { tools = TOOLS } = this.#options;
    for (const [name, tool] of Object.entries(configured)) {
      if (tool && tools.some((tool) => tool === name))
        this.#tools.push({ name, findings: 0, elapsedMs: 0, skipped: 'the server is not available' });
    }
  }

  async #checkRunningServer(server: RunningServer): Promise<void> {
    const config = this.#config;
    const subject = { model: this.#model, server, config, signal: this.#options.signal };
    const { roundTrip, test, dredd, prismProxy, respect } = config;
    if (roundTrip) await this.#run('round-trip', () => this.#roundTrip(server, roundTrip));
    if (respect) await this.#run('respect', () => this.#runInScope(runRespect, subject));
    if (dredd) await this.#run('dredd', () => this.#runInScope(runDredd, subject));
    if (prismProxy) await this.#run('prism-proxy', () => this.#runInScope(runPrismProxy, subject));
    if (test) await this.#run('test', () => this.#test(server, test));
  }

  // These tools always run all operations.
  async #runInScope(tool: ServerTool, subject: ToolInput): Promise<ToolResult> {
    const result = await runWithCredentials(tool, subject);
    return typeof result === 'string' ? result : result.filter(createScope(this.#model, this.#choice));
  }

  async #roundTrip(server: RunningServer, { path, ignore = [] }: NonNullable<GateConfig['roundTrip']>) {
    const { headers = {} } = server;
    const options = { headers, ignore, ...this.#choice, signal: this.#options.signal };
    const { report } = await runRoundTrip(this.#config.document, new URL(path, server.url), options);
    return report.findings;
  }

  async #test(server: RunningServer, test: NonNullable<GateConfig['test']>): Promise<Finding[]> {
    const { url, close: _close, hookEnv: _hookEnv, workflowInputs: _inputs, ...access } = server;
    const {
      maxTimeMs = test.maxTimeMs ?? DEFAULT_TIME_MS,
      seed = test.seed,
      include = test.include ?? this.#choice.include,
      exclude = test.exclude ?? this.#choice.exclude,
      onProgress,
      signal,
    } = this.#options;
    const result: ConformanceResult = await runConformance({
      ...test,
      ...access,
      include,
      exclude,
      document: this.#model,
      server: new URL(url),
      workers: test.workers ?? WORKERS,
      seed: seed ?? Math.trunc(Math.random() * 2 ** 31),
      maxTimeMs,
      signal,
      ...(onProgress ? { onProgress } : {}),
    });
    this.report.coverage = result.coverage;
    this.report.statistics = result.statistics;
    return result.findings;
  }

  async #run(name: ToolName, tool: () => Promise<ToolResult>): Promise<void> {
    const { tools = TOOLS, command = 'keyframe ci' } = this.#options;
    if (!tools.includes(name)) return;
    const started = performance.now();
    const result = await tool();
    const elapsedMs = performance.now() - started;
    if (typeof result === 'string') {
      this.#tools.push({ name, findings: 0, elapsedMs, skipped: result });
      return;
    }
    // The server of a configuration may be gone with this run, so that only a run of the same kind shows it again.
    const formatReplay = ({ seed, operation }: Finding) =>
      `${command} --tool ${name}${seed === undefined ? '' : ` --seed ${seed} --include '${operation}'`}`;
    this.#findings.push(...result.map((finding) => ({ ...finding, replay: formatReplay(finding) })));
    this.#tools.push({ name, findings: result.length, elapsedMs });
  }
}

function readReason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
