/** How a document is read, the same for all commands. */
export interface ReadConfig {
  overlay?: readonly string[];
  lenient?: boolean;
  lenientRule?: readonly string[];
  /** Keeps only these operations: an operationId, `GET /path` or a webhook. */
  only?: readonly string[];
  tag?: readonly string[];
  skipUnsupported?: boolean;
}

/** Validators, routes and handlers for Hono: the options of `keyframe generate server`. */
export interface ServerOutput {
  /** Folder. */
  out: string;
  formats?: 'annotate' | 'assert';
  importSource?: boolean;
}

/** A client: the options of `keyframe generate client`. */
export interface ClientOutput {
  /** Folder. */
  out: string;
  dates?: 'date' | 'temporal';
  groupByTag?: boolean;
  importExtension?: 'js' | 'none' | 'ts';
  query?: boolean;
  /** New names of functions: `<operation>=<name>`. */
  rename?: readonly string[];
  statuses?: 'any' | 'documented';
  /** Module that contains the types. */
  types?: string;
  validate?: boolean;
}

/** Types alone: the options of `keyframe generate types`. */
export interface TypesOutput {
  /** File. */
  out: string;
  alphabetize?: boolean;
  arrayLength?: boolean;
  defaultNonNullable?: boolean;
  emptyObjectsUnknown?: boolean;
  /** Writes the types of generated clients instead of those of openapi-typescript. */
  exact?: boolean;
  exportType?: boolean;
  immutable?: boolean;
  pathParamsAsTypes?: boolean;
  rootTypes?: boolean;
}

/** The options of `keyframe mock`. */
export interface MockConfig {
  port?: number;
  host?: string;
  pace?: 'fast' | 'manual' | 'real';
  seed?: number;
  fault?: readonly string[];
  credentials?: readonly string[];
  allowCallbacks?: readonly string[];
  allowOrigin?: readonly string[];
  allowHost?: readonly string[];
}

/** The options of `keyframe lint`. */
export interface LintConfig {
  /** Configuration of Redocly. */
  redocly?: string;
  include?: readonly string[];
  exclude?: readonly string[];
}

/** The options of `keyframe diff`. */
export interface DiffConfig {
  /** The version that must not be broken, a path or `git:REF:path`. */
  against: string;
  rule?: readonly string[];
  lenient?: boolean;
}

/** The options of `keyframe test`. */
export interface TestConfig {
  /** URL of the server under test. */
  server: string;
  header?: readonly string[];
  auth?: string;
  maxTime?: string;
  workers?: number;
}

/** The options of `keyframe mcp`. */
export interface McpConfig {
  /** URL of the service. */
  server?: string;
  /** Environment variable with the key of the service. */
  keyVariable?: string;
  readOnly?: boolean;
  allowPath?: readonly string[];
  downloads?: string;
  /** Serves streamable HTTP instead of standard input and output. */
  http?: boolean;
  port?: number;
  host?: string;
  allowHost?: readonly string[];
}

/** One document, and what is made of it. Paths are relative to the configuration. */
export interface ApiConfig {
  document: string;
  read?: ReadConfig;
  server?: ServerOutput;
  client?: ClientOutput;
  types?: TypesOutput;
  /** The options of `keyframe docs`: the HTML file of the reference. */
  docs?: { out: string };
  mcp?: McpConfig;
  mock?: MockConfig;
  lint?: LintConfig;
  diff?: DiffConfig;
  test?: TestConfig;
  /** The command of the server, which `keyframe dev` starts and restarts. */
  start?: string;
}

/** The configuration of a repository. */
export interface KeyframeConfig {
  /** By name: `keyframe lint <name>`. A command without a name is about the only one. */
  apis: Readonly<Record<string, ApiConfig>>;
  /** Path of the configuration of `keyframe ci`, contract-gate.config.ts by default. */
  gate?: string;
}

/** Types a configuration; returns it as it is. */
export function defineConfig(config: KeyframeConfig): KeyframeConfig {
  return config;
}
