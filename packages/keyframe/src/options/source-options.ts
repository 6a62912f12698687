// The options that specify how a document is read and generated, shared by the commands.

import type { SourceOptions } from '@keyframe/openapi-hono';
import type { OptionTable, Values } from '../command/command.ts';
import { LOAD_OPTIONS, readLoadOptions } from './load-options.ts';

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
