// The options that say how a document is read and generated, shared by the commands.
import { LOAD_OPTIONS, LOAD_USAGE, readLoadOptions, UsageError } from '@keyframe/openapi-tooling/command';
import type { SourceOptions } from '../project.ts';

export const SOURCE_OPTIONS = {
  ...LOAD_OPTIONS,
  formats: { type: 'string', default: 'assert' },
  'skip-unsupported': { type: 'boolean', default: false },
} as const;

/** Describes the options, for the usage of a command. */
export const SOURCE_USAGE = `${LOAD_USAGE}
  --skip-unsupported    leave out operations that cannot be kept exactly, and list them
  --formats <f>         assert: a value must be of its format (the default); annotate: formats are annotations`;

type SourceValues = Parameters<typeof readLoadOptions>[0] & {
  formats: string;
  'skip-unsupported': boolean;
};

/** Reads the options. Throws UsageError. */
export function readSourceOptions(values: SourceValues): SourceOptions {
  const { formats } = values;
  if (formats !== 'assert' && formats !== 'annotate') {
    throw new UsageError(`--formats must be "assert" or "annotate" (got "${formats}").`);
  }
  return { ...readLoadOptions(values), formats, skipUnsupported: values['skip-unsupported'] };
}
