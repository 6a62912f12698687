// The types of the configuration have the options of the commands that it configures.
import { TOOL } from '@keyframe/openapi-client/command';
import { expect, test } from 'vitest';
import type { ClientOutput, ReadConfig, TypesOutput } from './keyframe-config.ts';
import { toCamelCase } from './section-values.ts';

/** Options of one call, which no configuration sets. */
const CALL = ['check', 'json', 'watch'];

const READ: Required<ReadConfig> = {
  overlay: [],
  lenient: true,
  lenientRule: [],
  only: [],
  tag: [],
  skipUnsupported: true,
};

const CLIENT: Required<ClientOutput> = {
  out: 'client',
  dates: 'date',
  groupByTag: true,
  importExtension: 'ts',
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

test.each([
  ['generate', CLIENT],
  ['types', TYPES],
])('the configuration has each supported option of openapi-client %s', (name, section) => {
  const options = TOOL.commands.find((command) => command.name === name)?.options ?? {};
  const supported = Object.entries(options).flatMap(([option, { description }]) =>
    CALL.includes(option) || description.startsWith('not supported') ? [] : [option],
  );
  expect(supported.map(toCamelCase).toSorted()).toEqual(
    [...Object.keys(READ), ...Object.keys(section)].toSorted(),
  );
});
