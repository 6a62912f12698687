import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isJsonObject } from '@keyframe/openapi-model';
import { UsageError } from '../command/usage-error.ts';
import { findConfig, importModule } from './import-module.ts';
import type { ApiConfig, KeyframeConfig, OutputsConfig, ReadConfig } from './keyframe-config.ts';

/** The name of the file, which is searched for in the current folder and those above. */
export const CONFIG_NAME = 'keyframe.config.ts';

const MEMBERS: Readonly<Record<keyof KeyframeConfig, true>> = { apis: true };

const API_MEMBERS: Readonly<Record<keyof ApiConfig, true>> = {
  document: true,
  read: true,
  outputs: true,
  server: true,
  lint: true,
  diff: true,
  test: true,
  roundTrip: true,
  respect: true,
  dredd: true,
  prismProxy: true,
  report: true,
  baseline: true,
  failOn: true,
  consumers: true,
  mock: true,
  mcp: true,
  start: true,
};

const READ_MEMBERS: Readonly<Record<keyof ReadConfig, true>> = {
  overlay: true,
  lenient: true,
  lenientRule: true,
  include: true,
  exclude: true,
  allowRef: true,
  conventions: true,
  skipUnsupported: true,
};

const OUTPUT_MEMBERS: Readonly<Record<keyof OutputsConfig, true>> = {
  server: true,
  client: true,
  types: true,
  docs: true,
};

/** An API of the configuration, and its name. */
export interface NamedApi {
  name: string;
  api: ApiConfig;
}

/** A configuration and the folder that its paths are relative to. */
export interface LoadedConfig extends KeyframeConfig {
  folder: string;
}

const EXAMPLE =
  "export const config = { apis: { main: { document: 'openapi.yaml', outputs: { client: { out: 'client' } } } } };";

/** Finds and imports the configuration. Throws UsageError; if there is no file, with the advice. */
export async function loadConfig(advice: string): Promise<LoadedConfig> {
  const folder = process.cwd();
  const path = findPath(folder);
  if (path === undefined) {
    throw new UsageError(`No ${CONFIG_NAME} in ${folder} or above. ${advice} For example: ${EXAMPLE}`);
  }
  const module = await importModule(path).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${path} cannot be imported: ${reason}`, { cause });
  });
  const config = findConfig(module);
  checkConfig(path, config);
  return { ...config, folder: dirname(path) };
}

function findPath(from: string): string | undefined {
  const path = join(from, CONFIG_NAME);
  if (existsSync(path)) return path;
  const above = resolve(from, '..');
  return above === from ? undefined : findPath(above);
}

function checkConfig(path: string, config: unknown): asserts config is KeyframeConfig {
  if (!isJsonObject(config) || !isJsonObject(config.apis)) {
    throw new UsageError(`${path} must export "config" with "apis", documents by name.`);
  }
  checkMembers(path, config, Object.keys(MEMBERS));
  for (const [name, api] of Object.entries(config.apis)) {
    const location = `${path}: apis.${name}`;
    if (!isJsonObject(api) || typeof api.document !== 'string') {
      throw new UsageError(`${location} must have a "document", the path of a file.`);
    }
    checkMembers(location, api, Object.keys(API_MEMBERS));
    checkMembers(`${location}.read`, Object(api.read), Object.keys(READ_MEMBERS));
    checkMembers(`${location}.outputs`, Object(api.outputs), Object.keys(OUTPUT_MEMBERS));
  }
}

/** Requires that an object has known members only: a misspelled one would be ignored silently. Throws UsageError. */
export function checkMembers(location: string, value: object, names: readonly string[]): void {
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(`${location} has an unknown member "${unknown}" (known: ${names.join(', ')}).`);
}

/** Selects the named APIs, or all of them. Throws UsageError. */
export function selectApis(config: KeyframeConfig, names: readonly string[]): NamedApi[] {
  return (names.length > 0 ? names : Object.keys(config.apis)).map((name) => findApi(config, name));
}

/** Finds an API by its name; without a name, the only one. Throws UsageError. */
export function findApi(config: KeyframeConfig, name: string | undefined): NamedApi {
  const names = Object.keys(config.apis);
  const [only = ''] = names;
  if (name === undefined && names.length !== 1) {
    throw new UsageError(`Name one of the APIs of ${CONFIG_NAME}: ${names.join(', ')}.`);
  }
  const chosen = name ?? only;
  const api = Object.hasOwn(config.apis, chosen) ? config.apis[chosen] : undefined;
  if (api !== undefined) return { name: chosen, api };
  throw new UsageError(
    `"${chosen}" is neither a file nor an API of ${CONFIG_NAME} (known: ${names.join(', ')}).`,
  );
}
