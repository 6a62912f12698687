import type { GateConfig } from '@keyframe/contract-gate';
import type { TypesOptions } from '@keyframe/openapi-client';
import type { ServerUnderTest } from '../options/server-option.ts';

/** How a document is read, the same for all commands. */
export interface ReadConfig {
  /** Paths of OpenAPI Overlays 1.0 to 1.2, applied in this order. */
  overlay?: readonly string[];
  /** Whether errors whose intent is clear are accepted, each with a warning. */
  lenient?: boolean;
  /** Accepts only errors of these rules: `nullable`, `invalid-pattern`. */
  lenientRule?: readonly string[];
  /** Only these operations: `POST /v1/x`, a path, an operationId, `tag:x`, the name of a webhook or a JSON pointer. */
  include?: readonly string[];
  /** Omits these operations. */
  exclude?: readonly string[];
  /** Folders, besides that of the document, whose files it may refer to. */
  allowRef?: readonly string[];
  /** Names that mean something other than by default, by the entries of the table of conventions. */
  conventions?: Readonly<Record<string, RegExp | readonly string[]>>;
  /** Whether operations that cannot be preserved exactly are omitted; otherwise, the document is rejected. */
  skipUnsupported?: boolean;
}

/** Validators, routes and handlers for Hono: the options of `keyframe generate server`. */
export interface ServerOutput {
  /** Folder. */
  out: string;
  /** Whether a value must be of its `format`; `assert` by default. */
  formats?: 'annotate' | 'assert';
  /** Whether the code imports the document, one JSON file of OpenAPI 3.1, instead of containing a copy. */
  importSource?: boolean;
}

/** A client: the options of `keyframe generate client`. */
export interface ClientOutput {
  /** Folder. */
  out: string;
  /** The types of dates: `Date`, or those of Temporal; strings by default. */
  dates?: 'date' | 'temporal';
  /** Whether the functions of each tag have a module of their own. */
  groupByTag?: boolean;
  /** File extension of imports between generated modules; by default, what the nearest `tsconfig.json` allows. */
  importExtension?: 'js' | 'none' | 'ts';
  /** The type of integers with `format: int64`; numbers by default, which lose digits above 2^53. */
  int64?: 'bigint';
  /** Whether options of TanStack Query are written. */
  query?: boolean;
  /** New names of functions by operation: an operationId, or `GET /path`. */
  rename?: Readonly<Record<string, string>>;
  /** Accepted statuses: only documented ones, the default, or any by its class. */
  statuses?: 'any' | 'documented';
  /** Module that contains the types. */
  types?: string;
  /** Whether responses are validated, and each component has a Standard Schema. */
  validate?: boolean;
}

/** Types alone: the options of `keyframe generate types`. */
export interface TypesOutput extends TypesOptions {
  /** File. */
  out: string;
  /** Writes the types of generated clients instead of those of openapi-typescript. */
  exact?: boolean;
}

/** The options of `keyframe mock`. */
export interface MockConfig {
  /** 4010 by default; 0 takes a free port. */
  port?: number;
  /** 127.0.0.1 by default. */
  host?: string;
  /** How fast resources pass through their states; `real` by default. */
  pace?: 'fast' | 'manual' | 'real';
  /** Starts generated values; 1 by default. */
  seed?: number;
  /** Resources that each list has at first: a count, 3 by default, or a JSON or YAML file with resources. */
  seedData?: number | string;
  /** Whether lists are empty at first. */
  empty?: boolean;
  /** Faults by operation: `POST /things=500`. */
  fault?: readonly string[];
  /** Keys or tokens that are accepted; any by default. */
  credentials?: readonly string[];
  /** Hosts, in addition to this machine, that callbacks may be sent to. */
  allowCallbacks?: readonly string[];
  /** Origins of pages, in addition to those of this machine, that may call the mock. */
  allowOrigin?: readonly string[];
  /** Host names with a dot that requests may name. */
  allowHost?: readonly string[];
}

/** The options of `keyframe lint`. */
export interface LintConfig {
  /** Configuration of Redocly. */
  redocly?: string;
}

/** Level of a rule of `keyframe diff`. */
export type RuleLevel = 'error' | 'info' | 'off' | 'warning';

/** The options of `keyframe diff`. */
export interface DiffConfig {
  /** The version that must not be broken, a path or `git:REF:path`. */
  against: string;
  /** Levels of rules by their ids. */
  rule?: Readonly<Record<string, RuleLevel>>;
}

/** The options of `keyframe test`. Durations have their unit, `90s`. */
export interface TestConfig {
  /** Time of the run; 60 seconds by default. */
  timeout?: string;
  /** Concurrent requests; 4 by default. */
  workers?: number;
  /** Maximum requests per second; 50 by default, unlimited for a server on this machine. */
  rate?: number;
  /** Starts every random sequence. */
  seed?: number;
  /** Only these parts of a run, such as `work`. */
  phase?: readonly string[];
  /** Number of valid random requests per operation, and of invalid ones; 40 by default. Infinity continues until the time is over. */
  propertyRuns?: number;
  /** Whether a value must be of its `format`; `assert` by default. */
  formats?: 'annotate' | 'assert';
  /** Whether operations that may end, restart, empty or lock the server are called, after all others. */
  destructive?: boolean;
  /** Whether resources that existed before the run are changed and deleted. */
  existingData?: boolean;
  /** Whether a run in which no valid request to any operation succeeds is accepted. */
  allowUnreached?: boolean;
  /** Only these operations. */
  include?: readonly string[];
  /** Omits these operations. */
  exclude?: readonly string[];
}

/** The options of `keyframe mcp`. */
export interface McpConfig {
  /** URL of the service. */
  server?: string;
  /** Environment variable with the key of the service. */
  keyVariable?: string;
  /** Whether operations that change something are omitted. */
  readOnly?: boolean;
  /** Limit of a result in tokens, about four bytes each; 25,000 by default. */
  maxTokens?: number;
  /** Folders of files that agents may send; none by default. */
  allowPath?: readonly string[];
  /** Folder for files of results; a temporary one by default. */
  downloads?: string;
  /** Serves streamable HTTP instead of standard input and output. */
  http?: boolean;
  /** 4020 by default; 0 takes a free port. */
  port?: number;
  /** 127.0.0.1 by default. */
  host?: string;
  /** Hosts, in addition to this machine, that requests may name. */
  allowHost?: readonly string[];
}

/** The options of `keyframe docs`. */
export interface DocsConfig {
  /** The HTML file of the reference, or, with a slash at its end, the folder of its site. */
  out: string;
  /** URL of the service in samples; the document's first server by default. */
  server?: string;
  /** Environment variable that holds the key in samples; `API_KEY` by default. */
  keyVariable?: string;
  /** Whether pages do not contain the mock of the API. */
  noMock?: boolean;
}

/** Outputs of `keyframe generate` and `keyframe docs`. */
export interface OutputsConfig {
  server?: ServerOutput;
  client?: ClientOutput;
  types?: TypesOutput;
  docs?: DocsConfig;
}

/** One document, its outputs and its checks. Paths are relative to the configuration. `keyframe ci` runs the checks that it has. */
export interface ApiConfig extends Pick<GateConfig, 'dredd' | 'prismProxy' | 'respect' | 'roundTrip'> {
  /** Path of the document, JSON or YAML. */
  document: string;
  read?: ReadConfig;
  outputs?: OutputsConfig;
  /** The server under test and the credentials for it, or a function that starts it. */
  server?: ServerUnderTest;
  lint?: LintConfig;
  diff?: DiffConfig;
  test?: TestConfig;
  /** Path of a file with accepted findings, each with a reason. */
  baseline?: string;
  /** Files of `keyframe ci` by format: `{ sarif: 'reports/gate.sarif' }`. */
  report?: Readonly<Record<string, string>>;
  /** Severities and checks whose findings fail, besides errors. */
  failOn?: readonly string[];
  /** Consumers, with the paths of their usage files or patterns of them: `{ web: 'usage/web*.json' }`. */
  consumers?: Readonly<Record<string, readonly string[] | string>>;
  mock?: MockConfig;
  mcp?: McpConfig;
  /** The command of the server, which `keyframe dev` starts and restarts. */
  start?: string;
}

/** The configuration of a repository. */
export interface KeyframeConfig {
  /** APIs by name: `keyframe lint <name>`. Without a name, a command uses the only API. */
  apis: Readonly<Record<string, ApiConfig>>;
}

/** Types a configuration; returns it as it is. */
export function defineConfig(config: KeyframeConfig): KeyframeConfig {
  return config;
}
