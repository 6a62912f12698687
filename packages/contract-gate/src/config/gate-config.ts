import { existsSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '@keyframe/openapi-model';
import { isConventionName } from '@keyframe/openapi-resources';
import { findConfig, importModule } from '@keyframe/openapi-tooling/module';
import type { ConformanceOptions } from '../conformance/conformance.ts';
import type { RuleLevels } from '../diff/diff-documents.ts';
import type { OperationChoice } from '../filter/operation-filter.ts';
import { UsageError } from '../usage-error.ts';

/** A server under test, and the credentials for it. */
export interface RunningServer
  extends Pick<
    ConformanceOptions,
    'headers' | 'otherHeaders' | 'auth' | 'limited' | 'callbacks' | 'tls' | 'proxy' | 'waitMs'
  > {
  /** Absolute URL; requests go to its origin only. */
  url: string;
  /** The environment of Dredd's hooks. */
  hookEnv?: Readonly<Record<string, string>>;
  /** The inputs of Arazzo workflows. */
  workflowInputs?: Readonly<Record<string, string>>;
  /** Stops it. */
  close?: () => PromiseLike<void>;
}

/** The configuration of `contract-gate ci`; tools that it omits do not run. */
export interface GateConfig extends OperationChoice {
  /** The path of the document; paths are relative to the configuration. */
  document: string;
  /** The path of a Redocly configuration; its recommended rules by default. */
  lint?: { redocly?: string };
  /** The version that must not be broken, a path or `git:REF:path`. */
  diff?: { against: string; rules?: RuleLevels };
  /** The running server, or a function that starts it. */
  server?: RunningServer | (() => Promise<RunningServer>);
  test?: Partial<
    Pick<
      ConformanceOptions,
      | 'seed'
      | 'maxTimeMs'
      | 'workers'
      | 'rate'
      | 'responseTimeoutMs'
      | 'propertyRuns'
      | 'include'
      | 'exclude'
      | 'formats'
      | 'conventions'
      | 'destructive'
      | 'allowUnreached'
      | 'existingData'
    >
  >;
  /** The path of the document on the server, and pointers that may differ. */
  roundTrip?: { path: string; ignore?: readonly string[] };
  /** Dredd; with hooks, these send the credentials. */
  dredd?: { hooks?: string };
  /** The Prism proxy, which receives the examples of these operations; all operations by default. */
  prismProxy?: { include?: readonly string[] };
  /** `redocly respect` on an Arazzo document, whose source description is named `api`. */
  respect?: { workflows: string };
  /** The path of a file with accepted findings, each with a reason. */
  baseline?: string;
  /** Files by format: `{ sarif: 'reports/gate.sarif' }`. */
  report?: Readonly<Record<string, string>>;
}

/** Types a configuration; returns it as it is. */
export function defineConfig(config: GateConfig): GateConfig {
  return config;
}

/** Imports a configuration, exported as `config` or as the default, in a package of any type. Throws UsageError. */
export async function loadConfig(path: string): Promise<GateConfig> {
  if (!existsSync(path)) {
    throw new UsageError(
      `Configuration ${path} not found. Create it, for example with: export const config = { document: 'openapi.yaml', lint: {} };`,
    );
  }
  const module = await importModule(path).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`The configuration ${path} cannot be imported: ${reason}`, { cause });
  });
  const config = findConfig(module);
  if (isJsonObject(config) && typeof config.document === 'string') {
    requireSense(path, config);
    return config as unknown as GateConfig;
  }
  throw new UsageError(`${path} must export "config" with a "document".`);
}

const OPTIONS: Readonly<Record<keyof GateConfig, true>> = {
  document: true,
  include: true,
  exclude: true,
  lint: true,
  diff: true,
  server: true,
  test: true,
  roundTrip: true,
  dredd: true,
  prismProxy: true,
  respect: true,
  baseline: true,
  report: true,
};
const OF_SERVER = ['test', 'roundTrip', 'dredd', 'prismProxy', 'respect'];

// A misspelled option would otherwise be ignored silently.
function requireSense(path: string, config: JsonObject): void {
  const unknown = Object.keys(config).find((name) => !Object.hasOwn(OPTIONS, name));
  if (unknown !== undefined)
    throw new UsageError(`${path}: unknown option "${unknown}" (known: ${Object.keys(OPTIONS).join(', ')}).`);
  const needing = OF_SERVER.find((name) => config[name] !== undefined);
  if (needing !== undefined && config.server === undefined)
    throw new UsageError(`${path}: "${needing}" needs a "server".`);
  const { maxTimeMs, conventions } = isJsonObject(config.test) ? config.test : {};
  const unknownConvention = Object.keys(Object(conventions)).find((name) => !isConventionName(name));
  if (unknownConvention !== undefined)
    throw new UsageError(`${path}: unknown convention "${unknownConvention}" in test.conventions.`);
  if (maxTimeMs !== undefined && typeof maxTimeMs !== 'number')
    throw new UsageError(
      `${path}: test.maxTimeMs must be a number of milliseconds (got ${JSON.stringify(maxTimeMs)}).`,
    );
}
