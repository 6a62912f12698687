import { type Locate, loadDocument, type OpenApiModel } from '@keyframe/openapi-model';
import type { GateConfig, RunningServer } from '../config/gate-config.ts';
import type { ConformanceProgress, ConformanceResult } from '../conformance/conformance.ts';
import { runConformance } from '../conformance/run-conformance.ts';
import { runDiff } from '../diff/run-diff.ts';
import { scopeOf } from '../filter/document-scope.ts';
import type { OperationChoice } from '../filter/operation-filter.ts';
import type { Finding } from '../finding.ts';
import { runLint } from '../lint/run-lint.ts';
import type { JudgeSummary, Report } from '../report/report.ts';
import { runRoundTrip } from '../round-trip/run-round-trip.ts';
import { UsageError } from '../usage-error.ts';
import type { Judgement } from './judgement.ts';
import { askDredd, askRespect } from './other-judges.ts';
import { askPrismProxy } from './prism-proxy.ts';

/** The judges, in the order in which they are asked. */
export const JUDGES = ['lint', 'diff', 'round-trip', 'respect', 'dredd', 'prism-proxy', 'test'] as const;

const OF_DOCUMENT: ReadonlySet<JudgeName> = new Set(['lint', 'diff']);

export type JudgeName = (typeof JUDGES)[number];

/** Of the operations, the command line decides before the configuration. */
export interface CiOptions extends OperationChoice {
  /** Overrides the time of the configuration. */
  maxTimeMs?: number | undefined;
  seed?: number | undefined;
  /** Asks these only. */
  judges?: readonly JudgeName[];
  /** The command that replays findings begins with it; `contract-gate ci` by default. */
  command?: string;
  onProgress?: (progress: ConformanceProgress) => void;
  signal: AbortSignal;
}

const DEFAULT_TIME_MS = 60_000;
const WORKERS = 4;

/** Asks every judge that a configuration names, and makes one report of it; paths are those of the current folder. */
export async function runCi(
  config: GateConfig,
  options: CiOptions,
): Promise<{ report: Report; locate: Locate }> {
  const model = await loadDocument(config.document);
  const court = new Court(config, model, options);
  await court.askOfDocument();
  await court.askOfServer();
  return { report: court.report, locate: model.locate };
}

class Court {
  readonly report: Report;
  readonly #config: GateConfig;
  readonly #model: OpenApiModel;
  readonly #options: CiOptions;
  readonly #choice: OperationChoice;
  readonly #findings: Finding[] = [];
  readonly #judges: JudgeSummary[] = [];

  constructor(config: GateConfig, model: OpenApiModel, options: CiOptions) {
    this.#config = config;
    this.#model = model;
    this.#options = options;
    const { include = config.include, exclude = config.exclude } = options;
    this.#choice = { include, exclude };
    this.report = {
      command: 'ci',
      document: config.document,
      findings: this.#findings,
      judges: this.#judges,
    };
  }

  async askOfDocument(): Promise<void> {
    const { document, lint, diff } = this.#config;
    const { signal } = this.#options;
    const choice = this.#choice;
    if (lint)
      await this.#ask('lint', async () => (await runLint(document, { ...lint, ...choice, signal })).findings);
    if (!diff) return;
    const { against, rules } = diff;
    await this.#ask(
      'diff',
      async () => (await runDiff(against, document, { rules, ...choice })).report.findings,
    );
  }

  async askOfServer(): Promise<void> {
    const { server } = this.#config;
    const { judges = JUDGES } = this.#options;
    // It may take long to start.
    if (!server || judges.every((name) => OF_DOCUMENT.has(name))) return;
    const running = typeof server === 'function' ? await server().catch(notStarted) : server;
    if (!URL.canParse(running.url))
      throw new UsageError(
        `The server of the configuration must have an absolute url (got "${running.url}").`,
      );
    this.report.server = running.url;
    try {
      await this.#askAbout(running);
    } finally {
      await running.close?.();
    }
  }

  async #askAbout(server: RunningServer): Promise<void> {
    const config = this.#config;
    const subject = { model: this.#model, server, config, signal: this.#options.signal };
    const { roundTrip, test, dredd, prismProxy, respect } = config;
    if (roundTrip) await this.#ask('round-trip', () => this.#roundTrip(server, roundTrip));
    if (respect) await this.#ask('respect', () => this.#inScope(askRespect(subject)));
    if (dredd) await this.#ask('dredd', () => this.#inScope(askDredd(subject)));
    if (prismProxy) await this.#ask('prism-proxy', () => this.#inScope(askPrismProxy(subject)));
    if (test) await this.#ask('test', () => this.#test(server, test));
  }

  // These always ask for all operations.
  async #inScope(asked: Promise<Judgement>): Promise<Judgement> {
    const said = await asked;
    return typeof said === 'string' ? said : said.filter(scopeOf(this.#model, this.#choice));
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

  async #ask(name: JudgeName, judge: () => Promise<Judgement>): Promise<void> {
    const { judges = JUDGES, command = 'contract-gate ci' } = this.#options;
    if (!judges.includes(name)) return;
    const started = performance.now();
    const said = await judge();
    const elapsedMs = performance.now() - started;
    if (typeof said === 'string') {
      this.#judges.push({ name, findings: 0, elapsedMs, skipped: said });
      return;
    }
    // The server of a configuration may be gone with this run, so that only a run of the same kind shows it again.
    const replayOf = ({ seed, operation }: Finding) =>
      `${command} --judge ${name}${seed === undefined ? '' : ` --seed ${seed} --include '${operation}'`}`;
    this.#findings.push(...said.map((finding) => ({ ...finding, replay: replayOf(finding) })));
    this.#judges.push({ name, findings: said.length, elapsedMs });
  }
}

function notStarted(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new UsageError(`The server of the configuration did not start: ${reason}`, { cause });
}
