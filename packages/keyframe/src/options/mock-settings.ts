// The options of the command that make a mock, also those of `keyframe dev`.

import { type Initial, type MockOptions, PACES } from '@keyframe/openapi-mock';
import type { ServeOptions } from '@keyframe/openapi-mock/node';
import { loadValue, OpenApiModelError } from '@keyframe/openapi-model';
import { CONVENTION_OPTIONS } from '@keyframe/openapi-resources/conventions';
import type { OptionTable, Values } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import { readCount, readPort } from './read-options.ts';

const MOST_INITIAL = 1_000;

/** The options that make a mock and serve it. */
export const MOCK_OPTIONS = {
  port: {
    value: '<port>',
    description: 'listen on this port; 0 takes a free one',
    default: '4010',
    read: readPort,
  },
  host: { value: '<host>', description: 'listen on this address', default: '127.0.0.1' },
  pace: {
    value: '<pace>',
    description: 'how fast resources pass through their states',
    choices: PACES,
    default: 'real',
  },
  seed: {
    value: '<number>',
    description: 'start generated values with this number',
    default: '1',
    read: readCount(),
  },
  'seed-data': {
    value: '<count or file>',
    description:
      'begin with this many resources in each list, or with those of a JSON or YAML file, as /__mock/worlds/default returns it',
    default: '3',
    read: readSeedData,
  },
  empty: { description: 'begin without resources' },
  fault: {
    value: '<fault>',
    description: '"POST /things=500", or any value of Prefer after the equals sign (repeatable)',
    isRepeatable: true,
  },
  credentials: {
    value: '<value>',
    description: 'accept only this key or token; any by default (repeatable)',
    isRepeatable: true,
  },
  ...CONVENTION_OPTIONS,
  'allow-callbacks': {
    value: '<host>',
    description: 'send callbacks to this host, too, not only to this machine (repeatable)',
    isRepeatable: true,
  },
  'allow-origin': {
    value: '<origin>',
    description: 'let pages of this origin call the mock, not only those of this machine (repeatable)',
    isRepeatable: true,
  },
  'allow-host': {
    value: '<host>',
    description:
      'answer to this name, too, not only to localhost, addresses and names without a dot (repeatable)',
    isRepeatable: true,
  },
} as const satisfies OptionTable;

/** A mock and its server, as the options describe them. */
export interface MockSettings {
  mock: MockOptions;
  server: ServeOptions;
}

/** Converts the values of these options. Throws UsageError. */
export async function readMockSettings(values: Values<typeof MOCK_OPTIONS>): Promise<MockSettings> {
  const { pace, seed, fault, credentials, conventions, port, host } = values;
  return {
    mock: {
      pace,
      seed,
      initial: values.empty ? 0 : await readInitial(values['seed-data']),
      faults: fault,
      conventions,
      allowCallbacks: values['allow-callbacks'],
      ...(credentials.length > 0 && { credentials }),
    },
    server: { port, host, allowOrigins: values['allow-origin'], allowHosts: values['allow-host'] },
  };
}

// The resources are checked when the mock is created.
async function readInitial(value: number | string): Promise<Initial> {
  if (typeof value === 'number') return value;
  try {
    return (await loadValue(value)) as Exclude<Initial, number>;
  } catch (cause) {
    if (!(cause instanceof OpenApiModelError)) throw cause;
    throw new UsageError(`--seed-data must be a number, or a JSON or YAML file. ${cause.message}`, { cause });
  }
}

function readSeedData(value: number | string, label: string): number | string {
  return /^\d+$/.test(String(value)) ? readCount({ most: MOST_INITIAL })(value, label) : value;
}
