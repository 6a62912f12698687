// The types of the configuration have the options of the commands that it configures.

import { expect, test } from 'vitest';
import type { Command } from '../command/command.ts';
import { clientCommand } from '../commands/client-command.ts';
import { diffCommand } from '../commands/diff-command.ts';
import { lintCommand } from '../commands/lint-command.ts';
import { mcpCommand } from '../commands/mcp-command.ts';
import { mockCommand } from '../commands/mock-command.ts';
import { serverCommand } from '../commands/server-command.ts';
import { testCommand } from '../commands/test-command.ts';
import { typesCommand } from '../commands/types-command.ts';
import type {
  ClientOutput,
  DiffConfig,
  LintConfig,
  McpConfig,
  MockConfig,
  ReadConfig,
  ServerOutput,
  TestConfig,
  TypesOutput,
} from './keyframe-config.ts';
import { toCamelCase } from './section-values.ts';

/** Options of one call, which no configuration sets: a header may be a credential. */
const CALL = ['async', 'check', 'explain', 'header', 'json', 'list', 'watch'];

const READ: Required<ReadConfig> = {
  overlay: [],
  lenient: true,
  lenientRule: [],
  include: [],
  exclude: [],
  allowRef: [],
  conventions: {},
  skipUnsupported: true,
};

const CLIENT: Required<ClientOutput> = {
  out: 'client',
  dates: 'date',
  groupByTag: true,
  importExtension: 'ts',
  int64: 'bigint',
  query: true,
  rename: {},
  statuses: 'any',
  types: '../types.ts',
  validate: true,
};

const TYPES: Required<TypesOutput> = {
  out: 'types.ts',
  alphabetize: true,
  arrayLength: true,
  defaultNonNullable: true,
  emptyObjectsUnknown: true,
  exact: true,
  exportType: true,
  immutable: true,
  pathParamsAsTypes: true,
  rootTypes: true,
};

const MOCK: Required<MockConfig> = {
  port: 4010,
  host: '127.0.0.1',
  pace: 'real',
  seed: 1,
  seedData: 20,
  empty: false,
  fault: [],
  credentials: [],
  allowCallbacks: [],
  allowOrigin: [],
  allowHost: [],
};

const MCP: Required<McpConfig> = {
  server: 'https://api.example.com',
  keyVariable: 'API_KEY',
  readOnly: true,
  maxTokens: 25_000,
  allowPath: [],
  downloads: 'downloads',
  http: true,
  port: 4020,
  host: '127.0.0.1',
  allowHost: [],
};

const TEST: Required<TestConfig> = {
  timeout: '60s',
  workers: 4,
  rate: 50,
  seed: 1,
  phase: ['work'],
  propertyRuns: 40,
  formats: 'assert',
  destructive: true,
  existingData: true,
  allowUnreached: true,
  include: [],
  exclude: [],
};

const SERVER: Required<ServerOutput> = { out: 'server', formats: 'assert', importSource: true };
const LINT: Required<LintConfig> = { redocly: 'redocly.yaml' };
const DIFF: Required<DiffConfig> = { against: 'old.yaml', rule: {} };

/** Members of the server of an API, of its checks, and of one run. */
const ELSEWHERE =
  /^(?:server|otherHeader|auth|wait|ca|cert|key|insecure|callback\w+|webhook|report|baseline|failOn|today|changelog|checkVersion|consumers)$/;
/** Members that are no options. */
const MEMBERS = ['against', 'propertyRuns'];

test.each<[Command, object]>([
  [clientCommand, CLIENT],
  [serverCommand, SERVER],
  [typesCommand, TYPES],
  [mockCommand, MOCK],
  [mcpCommand, MCP],
  [lintCommand, LINT],
  [diffCommand, DIFF],
  [testCommand, TEST],
])('the configuration has each option of $name', ({ options }, section) => {
  const supported = Object.keys(options)
    .filter((option) => !CALL.includes(option))
    .map(toCamelCase)
    .filter((option) => option in section || !ELSEWHERE.test(option));
  const members = Object.keys(section).filter((key) => !MEMBERS.includes(key));
  const reading = Object.keys(READ).filter((key) => key !== 'conventions' || 'conventions' in options);
  expect(supported.toSorted()).toEqual([...new Set([...reading, ...members])].toSorted());
});
