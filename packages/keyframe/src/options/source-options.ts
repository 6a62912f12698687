// The options that specify how a document is read and generated, shared by the commands.

import type { SourceOptions } from '@keyframe/openapi-hono';
import {
  LOAD_OPTIONS,
  type OptionTable,
  readLoadOptions,
  type Values,
} from '@keyframe/openapi-tooling/command';

export const SOURCE_OPTIONS = {
  ...LOAD_OPTIONS,
  formats: {
    value: '<mode>',
    description: 'assert: a value must be of its format (the default); annotate: formats are annotations',
    choices: ['assert', 'annotate'],
    default: 'assert',
  },
} as const satisfies OptionTable;

/** Converts the values of these options. */
export function readSourceOptions(values: Values<typeof SOURCE_OPTIONS>): SourceOptions {
  const { formats } = values;
  return { ...readLoadOptions(values), formats };
}
