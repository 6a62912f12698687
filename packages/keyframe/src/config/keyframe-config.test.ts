// The types of the configuration have the options of the commands that it configures.
import { TOOL as CLIENT_TOOL } from '@keyframe/openapi-client/command';
import { TOOL as MCP_TOOL } from '@keyframe/openapi-mcp/command';
import { TOOL as MOCK_TOOL } from '@keyframe/openapi-mock/command';
import { expect, test } from 'vitest';
import type { ClientOutput, McpConfig, MockConfig, ReadConfig, TypesOutput } from './keyframe-config.ts';
import { toCamelCase } from './section-values.ts';

/** Options of one call, which no configuration sets: a header may be a credential. */
const CALL = ['check', 'explain', 'header', 'json', 'list', 'watch'];

const READ: Required<ReadConfig> = {
  overlay: [],
  lenient: true,
  lenientRule: [],
  only: [],
  tag: [],
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
  rename: [],
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

// Types do not depend on the meaning of names.
const isRead = (command: string, key: string) => command !== 'types' || key !== 'conventions';

const COMMANDS = [...CLIENT_TOOL.commands, ...MCP_TOOL.commands, ...MOCK_TOOL.commands];

test.each([
  ['generate', CLIENT],
  ['types', TYPES],
  ['openapi-mock', MOCK],
  ['openapi-mcp', MCP],
])('the configuration has each option of %s', (name, section) => {
  const options = COMMANDS.find((command) => command.name === name)?.options ?? {};
  const supported = Object.keys(options).filter((option) => !CALL.includes(option));
  expect(supported.map(toCamelCase).toSorted()).toEqual(
    [...Object.keys(READ), ...Object.keys(section)].filter((key) => isRead(name, key)).toSorted(),
  );
});
